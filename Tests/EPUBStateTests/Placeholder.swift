import EPUBState

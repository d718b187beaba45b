import EPUBLayout

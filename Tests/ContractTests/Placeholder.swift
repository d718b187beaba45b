import EPUBFront

import EPUBBasics

import EPUBBook

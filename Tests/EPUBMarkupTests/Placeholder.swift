import EPUBMarkup

#pragma once
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/encoding.h>
#include <libxml/xmlerror.h>
#include <string.h>

/// memchr under a name of ours: the C library's module is not the importer's to reach through this one.
static inline const char *epub_find_byte(const char *start, int byte, size_t count) {
  return (const char *)memchr(start, byte, count);
}

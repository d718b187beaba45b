#pragma once
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uregex.h>
#include <unicode/utypes.h>

// ICU renames every function by a macro that carries its version (ubrk_open is ubrk_open_72), and
// Swift does not see through such macros: each one used gets a name of its own here.

static inline UBreakIterator *cicu_break_open(UBreakIteratorType type, const char *locale,
                                              UErrorCode *status) {
  return ubrk_open(type, locale, 0, 0, status);
}
static inline void cicu_break_close(UBreakIterator *iterator) { ubrk_close(iterator); }
static inline void cicu_break_set_text(UBreakIterator *iterator, const UChar *text, int32_t length,
                                       UErrorCode *status) {
  ubrk_setText(iterator, text, length, status);
}
static inline int32_t cicu_break_first(UBreakIterator *iterator) { return ubrk_first(iterator); }
static inline int32_t cicu_break_next(UBreakIterator *iterator) { return ubrk_next(iterator); }
static inline int32_t cicu_break_status(UBreakIterator *iterator) {
  return ubrk_getRuleStatus(iterator);
}

static inline int32_t cicu_property(UChar32 c, UProperty which) {
  return u_getIntPropertyValue(c, which);
}
static inline UBool cicu_has(UChar32 c, UProperty which) { return u_hasBinaryProperty(c, which); }
static inline int8_t cicu_category(UChar32 c) { return u_charType(c); }

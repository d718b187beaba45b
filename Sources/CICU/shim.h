#pragma once
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/unorm2.h>
#include <unicode/uregex.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>
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

static inline UBiDi *cicu_bidi_open(void) { return ubidi_open(); }
static inline void cicu_bidi_close(UBiDi *bidi) { ubidi_close(bidi); }
/// The levels of a text, one a unit, and that of its (only) paragraph; they live until the next call.
static inline const UBiDiLevel *cicu_bidi_levels(UBiDi *bidi, const UChar *text, int32_t length,
                                                 UBiDiLevel base, UBiDiLevel *paragraph,
                                                 UErrorCode *status) {
  ubidi_setPara(bidi, text, length, base, 0, status);
  if (U_FAILURE(*status)) return 0;
  *paragraph = ubidi_getParaLevel(bidi);
  return ubidi_getLevels(bidi, status);
}
static inline UChar32 cicu_mirrored(UChar32 c) { return u_charMirror(c); }

static inline int32_t cicu_property(UChar32 c, UProperty which) {
  return u_getIntPropertyValue(c, which);
}
static inline UBool cicu_has(UChar32 c, UProperty which) { return u_hasBinaryProperty(c, which); }
static inline int8_t cicu_category(UChar32 c) { return u_charType(c); }

static inline uint8_t cicu_combining_class(UChar32 c) { return u_getCombiningClass(c); }
static inline int32_t cicu_fold_case(UChar *target, int32_t capacity, const UChar *text,
                                     int32_t length, UErrorCode *status) {
  return u_strFoldCase(target, capacity, text, length, U_FOLD_CASE_DEFAULT, status);
}
/// The full canonical decomposition, or a negative number when a character is its own.
static inline int32_t cicu_decomposition(UChar32 c, UChar *target, int32_t capacity,
                                         UErrorCode *status) {
  const UNormalizer2 *form = unorm2_getNFDInstance(status);
  return U_FAILURE(*status) ? -1 : unorm2_getDecomposition(form, c, target, capacity, status);
}
static inline int32_t cicu_compose(const UChar *text, int32_t length, UChar *target,
                                   int32_t capacity, UErrorCode *status) {
  const UNormalizer2 *form = unorm2_getNFCInstance(status);
  return U_FAILURE(*status) ? 0
                            : unorm2_normalize(form, text, length, target, capacity, status);
}

static inline URegularExpression *cicu_regex_open(const UChar *pattern, int32_t length,
                                                  uint32_t flags, UParseError *error,
                                                  UErrorCode *status) {
  return uregex_open(pattern, length, flags, error, status);
}
static inline void cicu_regex_close(URegularExpression *regex) { uregex_close(regex); }
/// Limits are in steps and bytes, so that the outcome does not depend on the machine.
static inline void cicu_regex_limit(URegularExpression *regex, int32_t steps, int32_t stack,
                                    UErrorCode *status) {
  uregex_setTimeLimit(regex, steps, status);
  uregex_setStackLimit(regex, stack, status);
}
static inline void cicu_regex_set_text(URegularExpression *regex, const UChar *text,
                                       int32_t length, UErrorCode *status) {
  uregex_setText(regex, text, length, status);
}
static inline UBool cicu_regex_find_next(URegularExpression *regex, UErrorCode *status) {
  return uregex_findNext(regex, status);
}
static inline int32_t cicu_regex_start(URegularExpression *regex, UErrorCode *status) {
  return uregex_start(regex, 0, status);
}
static inline int32_t cicu_regex_end(URegularExpression *regex, UErrorCode *status) {
  return uregex_end(regex, 0, status);
}
static inline const char *cicu_error_name(UErrorCode code) { return u_errorName(code); }
static inline int32_t cicu_decode(const char *charset, const void *bytes, int32_t count,
                                  UChar *target, int32_t capacity, UErrorCode *status) {
  UConverter *converter = ucnv_open(charset, status);
  if (U_FAILURE(*status)) return -1;
  int32_t length = ucnv_toUChars(converter, target, capacity, (const char *)bytes, count, status);
  ucnv_close(converter);
  return length;
}

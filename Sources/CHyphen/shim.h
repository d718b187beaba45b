#pragma once
#include <hyphen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Marks in `marks`, of `size` + 5 bytes, with odd numbers the scalars of a word that a hyphen may follow.
/// A dictionary without a level of its own for compounds is given one by the library, which only parts words at
/// apostrophes and hyphens; there are none in the words asked for, so the level below answers alone.
/// Hyphenation that changes letters is left out. The library allocates its answers about that by
/// itself and looks into them unasked, so it is given places for them.
static inline int chyphen_hyphenate(HyphenDict *dictionary, const char *word, int size,
                                    char *marks) {
  char **replacements = NULL;
  int *positions = NULL;
  int *cuts = NULL;
  HyphenDict *patterns = dictionary->nextlevel ? dictionary->nextlevel : dictionary;
  int failed = hnj_hyphen_hyphenate2(patterns, word, size, marks, NULL, &replacements,
                                     &positions, &cuts);
  if (replacements) {
    for (int i = 0; i < size; i++) {
      if (replacements[i]) marks[i] = '0';
      free(replacements[i]);
    }
  }
  free(replacements);
  free(positions);
  free(cuts);
  return failed;
}

/// A dictionary from bytes in memory, which may go afterwards.
static inline HyphenDict *chyphen_load(void *bytes, size_t count) {
  FILE *file = fmemopen(bytes, count, "r");
  if (!file) return NULL;
  HyphenDict *dictionary = hnj_hyphen_load_file(file);
  fclose(file);
  return dictionary;
}

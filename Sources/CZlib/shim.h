#pragma once
#include <zlib.h>

// The zlib names for starting a stream are macros, which Swift does not see.

/// Raw deflate data, as ZIP holds it: no zlib header, no checksum of its own.
static inline int epub_inflate_start(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }

static inline int epub_deflate_start(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
}

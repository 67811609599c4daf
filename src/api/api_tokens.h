/* api_tokens.h - a net whose places may have several tokens, as a safe net. */
#ifndef API_TOKENS_H
#define API_TOKENS_H

#include "base/diag.h"
#include "net/net.h"

/* Takes a net that was read with numbers of tokens (net_builder_count()), or
 * NULL, and returns one in which each place can have as many as place weights
 * show, but at most `most`; 0: only if a place has several initially, and
 * PUNFPOR_TOKENS_AUTO: in any case; then each place needs such a bound.  NULL
 * with a report if there is none, the initial tokens are more, or the net
 * becomes too large; file is that of the report. */
struct net *api_tokens_bound(struct net *net, uint32_t most, const char *file,
                             struct diag *diag);

#endif

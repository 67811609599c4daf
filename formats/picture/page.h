/* page.h - an explored prefix as a page that people explore in a browser.
 *
 * One HTML file with everything in it: style, script, and the data as JSON
 * (prefix_json.h).  Its content policy allows its own style and script alone,
 * and no address.  The sources of the page are in page/; meson makes the two
 * texts of them. */
#ifndef PAGE_H
#define PAGE_H

#include "formats/picture/prefix_json.h"

/* What stands before and after the data, in pieces; NULL ends them. */
extern const char *const page_head[], *const page_tail[];

/* path as for output_open(). */
bool page_write(const struct prefix_json *what, const char *path,
                struct diag *diag);

#endif

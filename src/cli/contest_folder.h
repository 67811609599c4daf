/* contest_folder.h - the folder that an examination of the contest is about.
 *
 * It holds model.pnml, a file of formulas or bounds for the examinations that
 * have one, and files that say what is known of the net: iscolored, and
 * GenericPropertiesVerdict.xml, whose statements the makers of the net have
 * proved. */
#ifndef CONTEST_FOLDER_H
#define CONTEST_FOLDER_H

#include "api/punfpor.h"
#include "base/diag.h"

/* Can its file of the net be opened?  If not, reports why. */
bool contest_folder_has_net(const char *folder, struct diag *diag);

/* Is its net a coloured one? */
bool contest_folder_is_coloured(const char *folder);

/* Does it say that the net is safe?  That it is not may be said of a coloured
 * net whose unfolding is safe, so that means nothing. */
bool contest_folder_says_safe(const char *folder);

/* NULL with a report when the file cannot be read.  The caller destroys what it
 * gets. */
punfpor_net *contest_folder_net(const char *folder, struct diag *diag);
punfpor_properties *contest_folder_properties(const char *folder,
                                              const char *examination,
                                              const punfpor_net *net,
                                              struct diag *diag);

#endif

/* api_files.h - what the functions that write files share. */
#ifndef API_FILES_H
#define API_FILES_H

#include "api/handle.h"

/* The net of proofs and of the prefix. */
const struct net *api_files_net(const punfpor *problem);

/* Has the last run kept its prefix?  Reports if not. */
bool api_files_has_prefix(const punfpor *problem, struct diag *diag);

#endif

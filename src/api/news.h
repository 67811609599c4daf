/* news.h - tells the caller of each question its first verdict, while engines
 * still run. */
#ifndef NEWS_H
#define NEWS_H

#include "api/handle.h"

#include <pthread.h>

struct news {
    const punfpor *problem;
    const char *engine;   /* that runs */
    pthread_mutex_t lock; /* engines of a race share the rest */
    bool *told;           /* by question */
};

void news_init(struct news *news, const punfpor *problem, const char *engine);
void news_finish(struct news *news);

/* engine_news.tell: fires the run of a verdict before it is told. */
void news_tell(void *self, uint32_t goal, const struct answer_finding *finding,
               const char *engine);

#endif

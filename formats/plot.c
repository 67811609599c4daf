#include "formats/plot.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

void plot_text(FILE *file, const char *text)
{
    text_buffer utf8 = {0};

    text_add(&utf8, text, strlen(text));
    for (const char *at = text_make_utf8(&utf8); *at; at++)
        switch (*at) {
        case '&':
            fputs("&amp;", file);
            break;
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        default:
            /* XML has no other control characters. */
            fputc((unsigned char)*at < ' ' ? ' ' : *at, file);
        }
    vec_free(&utf8);
}

void plot_open(FILE *file, uint32_t width, uint32_t height, const char *title)
{
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" "
            "height=\"%u\" viewBox=\"0 0 %u %u\" font-family=\"Helvetica, "
            "Arial, sans-serif\" font-size=\"11\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
            "<text x=\"%u\" y=\"20\" font-size=\"14\" "
            "text-anchor=\"middle\">",
            width, height, width, height, width / 2);
    plot_text(file, title);
    fputs("</text>\n", file);
}

void plot_close(FILE *file)
{
    fputs("</svg>\n", file);
}

void plot_number(double value, char text[16])
{
    static const char units[] = " kMGTP";
    uint32_t unit = 0;

    while (value >= 999.5 && unit + 2 < sizeof units) {
        value /= 1000;
        unit++;
    }
    (void)snprintf(text, 16,
                   value >= 99.5 || floor(value) >= value ? "%.0f%c" : "%.1f%c",
                   value, units[unit]);
    if (!unit)
        text[strlen(text) - 1] = '\0';
}

static double largest(const double *at, uint32_t n)
{
    double most = 0;

    for (uint32_t i = 0; i < n; i++)
        if (at[i] > most)
            most = at[i];
    return most > 0 ? most : 1;
}

/* The frame, the title, and the largest value of each axis. */
static void put_frame(FILE *file, const struct plot_panel *panel, double most_x,
                      double most_y)
{
    char text[16];

    fprintf(file,
            "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" "
            "fill=\"none\" stroke=\"#b0b0b0\"/>\n",
            panel->x, panel->y, panel->width, panel->height);
    fprintf(file, "<text x=\"%u\" y=\"%u\">", panel->x, panel->y - 6);
    plot_text(file, panel->title);
    plot_number(most_y, text);
    fprintf(file,
            "</text>\n<text x=\"%u\" y=\"%u\" text-anchor=\"end\">%s"
            "</text>\n<text x=\"%u\" y=\"%u\" text-anchor=\"end\">0"
            "</text>\n",
            panel->x - 5, panel->y + 9, text, panel->x - 5,
            panel->y + panel->height);
    plot_number(most_x, text);
    fprintf(file, "<text x=\"%u\" y=\"%u\" text-anchor=\"end\">%s</text>\n",
            panel->x + panel->width, panel->y + panel->height + 13, text);
}

void plot_line(FILE *file, const struct plot_panel *panel, const double *x,
               const double *y, uint32_t n)
{
    const double most_x = largest(x, n), most_y = largest(y, n);

    put_frame(file, panel, most_x, most_y);
    fputs("<polyline fill=\"none\" stroke=\"#1f5fb4\" stroke-width=\"1.5\" "
          "points=\"",
          file);
    for (uint32_t i = 0; i < n; i++)
        fprintf(file, "%s%.1f,%.1f", i ? " " : "",
                panel->x + x[i] / most_x * panel->width,
                panel->y + (1 - y[i] / most_y) * panel->height);
    fputs("\"/>\n", file);
}

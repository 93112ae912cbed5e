# Not built where it was written, as there is no container runtime there. What was run: its commands one by one, in a directory
# with these files alone, and the server as a user who may write to DATA_DIR and the temporary directory only.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY index.html vite.config.ts tsconfig.json ./
COPY public public
COPY src src
COPY server server
# Stand-ins, for who asks for one; without, production loads none of it.
COPY demo demo
# The start finds the console built from these sources, and writes nothing beside them.
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app .
RUN mkdir --mode=0700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4600
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4600/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without npm in between, which does not pass signals on.
CMD ["node", "--import", "tsx", "server/main.ts"]

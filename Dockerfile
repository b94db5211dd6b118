# docker build -t aurelia . && docker run -p 3000:3000 aurelia
# Its settings: docs/hosting/README.md#docker.
FROM node:26-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY setup setup
RUN npm ci --omit=dev --workspaces=false
COPY . .
RUN --mount=type=secret,id=settings \
    if [ -f /run/secrets/settings ]; then set -a; . /run/secrets/settings; fi; npm run build

FROM node:26-slim
WORKDIR /shop
COPY --from=build /shop/package.json package.json
COPY --from=build /shop/build build
COPY --from=build /shop/server server
USER node
EXPOSE 3000
HEALTHCHECK CMD ["node", "-e", "fetch('http://localhost:3000/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]

# docker build -t aurelia . && docker run -p 3000:3000 aurelia
# Its settings: docs/hosting/README.md#docker.
# How it sells: docs/hosting/by-hand.md.
FROM node:26-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY desk/package.json desk/
COPY setup setup
RUN npm ci --omit=dev
COPY . .
RUN --mount=type=secret,id=settings \
    if [ -f /run/secrets/settings ]; then set -a; . /run/secrets/settings; fi; npm run build
# The image has its own.
RUN rm -r node_modules/node

# The site and the server, and what the server loads where orders are real. It renders pages again when a
# price changes, with the functions and the packages that publish them.
FROM node:26-slim
WORKDIR /shop
COPY --from=build /shop/package.json package.json
COPY --from=build /shop/build build
COPY --from=build /shop/server server
COPY --from=build /shop/desk desk
COPY --from=build /shop/app/shop app/shop
COPY --from=build /shop/app/desk/shop app/desk/shop
COPY --from=build /shop/publish publish
COPY --from=build /shop/node_modules node_modules
RUN install -d -o node -g node -m 700 /var/lib/aurelia
VOLUME /var/lib/aurelia
USER node
EXPOSE 3000
HEALTHCHECK CMD ["node", "-e", "fetch('http://localhost:3000/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]

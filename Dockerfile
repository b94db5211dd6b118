# docker build --build-arg SITE_URL=https://… -t aurelia . && docker run -p 3000:3000 aurelia
FROM node:26-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
ARG SITE_URL SHOP_EMAIL SHOP_PHONE
RUN npm run build

# The site and the server: nothing has to be installed for them.
FROM node:26-slim
WORKDIR /shop
COPY --from=build /shop/build build
COPY --from=build /shop/server server
USER node
EXPOSE 3000
HEALTHCHECK CMD ["node", "-e", "fetch('http://localhost:3000/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]

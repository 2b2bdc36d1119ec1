# Keystead on a base without a shell, a package manager or build tools: docker build --tag keystead .
# Both bases can be replaced with --build-arg: BUILD_BASE needs Node and npm, BASE needs glibc,
# libstdc++ and certificates.
ARG BUILD_BASE=node:24-bookworm-slim
ARG BASE=gcr.io/distroless/cc-debian12:nonroot

FROM ${BUILD_BASE} AS build
WORKDIR /source
COPY . .
# --secret id=npmrc,src=$HOME/.npmrc passes the configuration of a private registry.
ENV NPM_CONFIG_USERCONFIG=/run/secrets/npmrc
RUN --mount=type=secret,id=npmrc npm ci && npm run package
WORKDIR /opt/keystead
# Without the embedded database's binaries, which are optional: the image needs DATABASE_URL.
RUN --mount=type=secret,id=npmrc \
  npm install --omit=optional --ignore-scripts /source/keystead-*.tgz
RUN install -D "$(node --print process.execPath)" /opt/node/bin/node

FROM ${BASE}
COPY --from=build /opt/node /opt/node
COPY --from=build /opt/keystead /opt/keystead
WORKDIR /opt/keystead
ENV KEYSTEAD_MODE=production PORT=3000
EXPOSE 3000
# A number, so that Kubernetes can check that it isn't root.
USER 65532:65532
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["/opt/node/bin/node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/opt/node/bin/node", "--max-semi-space-size=32", "node_modules/keystead/keystead.mjs"]
CMD ["start"]

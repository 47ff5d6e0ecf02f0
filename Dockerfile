FROM swift:6.3.1-bookworm AS build
WORKDIR /source
# A separate step, so that Docker caches the installed packages while the sources change.
COPY script/bootstrap script/
RUN script/bootstrap
# Only what the build needs, so that a change of tests or documentation builds nothing.
COPY script/build script/
COPY Package.swift ./
COPY Public Public
COPY Templates Templates
COPY Sources Sources
RUN program=$(script/build) && install -D -s "$program" /out/cascade

FROM debian:12.15-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends libmicrohttpd12 libpq5 libsqlite3-0 libstdc++6 libzstd1 zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --no-create-home cascade
COPY --from=build /out/cascade /usr/local/bin/cascade
USER cascade
WORKDIR /data
EXPOSE 8080
# The image has no curl, but bash. Change the port here if you pass --port.
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s \
    CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080; printf 'GET /healthz HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3; grep -q ok <&3"]
# Inside a container, the server must listen on every address. The published port decides which clients can reach it.
# For this machine only:
#     docker run --rm -p 127.0.0.1:8080:8080 cascade
#     docker run --rm -p 127.0.0.1:8080:8080 -v "$PWD:/data" cascade serve --host 0.0.0.0 --allow-anyone my.db
ENTRYPOINT ["cascade"]
CMD ["serve", "--host", "0.0.0.0", "--allow-anyone"]

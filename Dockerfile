FROM swift:6.2-bookworm AS build
WORKDIR /source
# A separate step, so that Docker caches the installed packages while the sources change.
COPY script/bootstrap script/
RUN script/bootstrap
COPY . .
RUN swift build -c release --product cascade --static-swift-stdlib \
    && install -D -s "$(swift build -c release --show-bin-path)/cascade" /out/cascade

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends libcurl4 libmicrohttpd12 libsqlite3-0 libstdc++6 libzstd1 zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --no-create-home cascade
COPY --from=build /out/cascade /usr/local/bin/cascade
USER cascade
WORKDIR /data
EXPOSE 8080
# Inside a container, the server must listen on every address. The published port decides which clients can reach it.
# For this machine only:
#     docker run --rm -p 127.0.0.1:8080:8080 cascade
#     docker run --rm -p 127.0.0.1:8080:8080 -v "$PWD:/data" cascade serve --host 0.0.0.0 --allow-anyone my.db
ENTRYPOINT ["cascade"]
CMD ["serve", "--host", "0.0.0.0", "--allow-anyone"]

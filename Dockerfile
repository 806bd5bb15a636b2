# The engine that the page fetches to play without a network.
FROM rust:1-bookworm AS engine
WORKDIR /build
COPY .cargo .cargo
COPY Cargo.toml Cargo.lock build.rs ./
COPY src src
COPY crates crates
COPY clients/wasm clients/wasm
RUN clients/wasm/build

FROM rust:1-bookworm AS builder
WORKDIR /build
# Debug information is three quarters of the binary, and panics report their line without it.
ENV CARGO_PROFILE_RELEASE_DEBUG=none

# Builds the dependencies with empty crates in a layer of their own, so that changed sources do not rebuild
# them.
COPY .cargo .cargo
COPY Cargo.toml Cargo.lock ./
COPY crates/core/Cargo.toml crates/core/
COPY crates/jobs/Cargo.toml crates/jobs/
COPY crates/query/Cargo.toml crates/query/
COPY crates/scheduler/Cargo.toml crates/scheduler/
COPY crates/trees/Cargo.toml crates/trees/
COPY crates/workshop/Cargo.toml crates/workshop/
RUN for crate in . crates/*; do mkdir $crate/src && touch $crate/src/lib.rs; done \
 && for crate in . crates/workshop; do echo 'fn main() {}' >$crate/src/main.rs; done \
 && cargo build --release --locked --features fleet,otel

# Cargo compares modification times, and the sources are older than the empty program.
COPY . .
COPY --from=engine /build/clients/wasm/dist clients/wasm/dist
RUN touch src/*.rs crates/*/src/*.rs && cargo build --release --locked --features fleet,otel --bin bestmove

# The C library and certificates; no shell, no package manager.
FROM gcr.io/distroless/cc-debian12:nonroot
LABEL org.opencontainers.image.title="bestmove" \
      org.opencontainers.image.description="Best move and principal variation over HTTP for tic-tac-toe, connect-four, checkers and Reversi" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
COPY --from=builder /build/target/release/bestmove /bestmove
# The user nonroot of the base image, by number, as Kubernetes' runAsNonRoot requires.
USER 65532:65532
# All interfaces, as the container's loopback is unreachable from outside.
ENV BESTMOVE_LISTEN=0.0.0.0:8080 \
    BESTMOVE_LOG_FORMAT=json
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["/bestmove", "health"]
ENTRYPOINT ["/bestmove"]

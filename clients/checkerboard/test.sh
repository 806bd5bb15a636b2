#!/usr/bin/env bash
# Tests the library: format, lint, and its functions as CheckerBoard calls them. Where Wine, mingw and the
# target are installed, the same tests load the DLL.
set -euo pipefail
cd "$(dirname "$0")"
unset CARGO_TARGET_DIR

target=x86_64-pc-windows-gnu
# The tests share the engine of the library.
one_thread=(-- --test-threads=1)

cargo fmt --check
cargo clippy --locked --quiet --all-targets -- -D warnings
cargo test --locked --quiet "${one_thread[@]}"
if command -v wine >/dev/null && command -v x86_64-w64-mingw32-gcc >/dev/null &&
  rustc --print target-libdir --target "$target" | xargs test -d; then
  prefix=$(mktemp -d)
  trap 'wineserver -k 2>/dev/null || true; rm -rf "$prefix"' EXIT
  export WINEPREFIX=$prefix WINEDEBUG=-all CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine
  cargo test --locked --quiet --target "$target" --no-run
  x86_64-w64-mingw32-gcc -shared tests/bcryptprimitives.c -ladvapi32 \
    -o "target/$target/debug/deps/bcryptprimitives.dll"
  cargo test --locked --quiet --target "$target" "${one_thread[@]}"
else
  echo "checkerboard: the DLL is skipped: it needs Wine, mingw and the target $target" >&2
fi

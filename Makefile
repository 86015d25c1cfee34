# make run      build, serve ./hotpress, drop a sample invoice in, say where its PDF is
# make test     build and run every test; before them the package on a booted Debian, where this machine can (a skip says why)
# make check    lint and test
# make bench    measure; make bench-peers first, to compare with other tools
# make fuzz     throw mutated and invented documents at the press (CASES=100000 SEED=1)
# make fuzz-readers   throw broken JSON, CSV, workbooks and XML at the readers
# make properties     add up random invoices and see that every sum holds (CASES=100000 SEED=1)
# make bench-readers  measure reading beside Python's csv and Foundation's JSON
# make print-docs   print README and docs with the program itself, to .build/docs
# make growth   measure what documents cost as they grow
# make deb      build the Debian package, .build/deb/hotpress_VERSION_ARCH.deb
# make test-system   install that on a Debian of its own, booted by systemd in a container: every case
# make reproducible  build it twice, in two places, and compare
# make crash    kill the service 2,000 times over 20,000 files, cut its power 300 times, and count (long)
# make soak     a burst of 100,000 files, then many more: is any missed, does memory grow (long)
# make latency  how long a file takes from close to durable PDF, beside the bare cost of a durable write
# make install  put everything in place (DESTDIR and PREFIX honoured)

PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
DESTDIR ?=
FILES ?= 20000
CASES ?= 100000
SEED ?= 1

# The Swift runtime is linked in: the binary needs no toolchain where it is installed.
RELEASE = scripts/release
BINARY = .build/release/hotpress

# Tests start services, and each holds watches of which a machine has 128 (fs.inotify.max_user_instances).
TESTS_AT_ONCE = 16

# What make test asks of the booted package; make test-system asks everything.
BOOTED = reload watchdog stop

.PHONY: all run test test-booted check lint format bench bench-peers fuzz fuzz-readers properties bench-readers growth \
	print-docs deb test-system reproducible crash soak latency install clean

all:
	scripts/bootstrap
	$(RELEASE)

run: all
	scripts/run $(BINARY)

test:
	scripts/bootstrap --test
	$(MAKE) --no-print-directory test-booted
	swift build --build-tests
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(TESTS_AT_ONCE) swift test --skip-build --disable-xctest

# 77 is a skip, whose reason has been said.
test-booted:
	Tests/System/run --can || { [ $$? -eq 77 ]; exit; }; \
	$(MAKE) --no-print-directory deb && \
	Tests/System/run .build/deb/hotpress_*.deb $(BOOTED) || [ $$? -eq 77 ]

check: lint test

lint:
	swift format lint --strict --parallel -r Package.swift Sources Tests Benchmarks

format:
	swift format --in-place --parallel -r Package.swift Sources Tests Benchmarks

bench: all
	swift build -c release --static-swift-stdlib --product Bench
	Benchmarks/bench.py --files $(FILES)

# The tools that the benchmarks compare with, in a folder of their own.
bench-peers:
	sudo=$$([ "$$(id -u)" -eq 0 ] || echo sudo); $$sudo apt-get install -y -q python3-venv chromium
	python3 -m venv .build/peers
	.build/peers/bin/pip install -q weasyprint==70.0 typst==0.15.2 reportlab==5.1.0 websocket-client

fuzz:
	swift build -c release --product Fuzz
	.build/release/Fuzz --cases $(CASES) --seed $(SEED)

fuzz-readers:
	swift build -c release --product Readers
	.build/release/Readers fuzz Tests/Fixtures --cases $(CASES) --seed $(SEED)

# Its last line must say that a test ran: a filter that finds nothing passes too.
properties:
	swift build --build-tests
	HOTPRESS_CASES=$(CASES) HOTPRESS_SEED=$(SEED) swift test --skip-build --disable-xctest \
		--filter AddingPropertyTests 2>&1 | tee .build/properties.log
	grep -q 'with 1 test in 1 suite passed\|run with 1 test .* passed' .build/properties.log

bench-readers:
	swift build -c release --product Readers
	Benchmarks/readers .build/release/Readers

print-docs: all
	scripts/print-docs $(BINARY)

growth:
	swift build -c release --product Growth
	.build/release/Growth

deb: all
	scripts/bootstrap --package
	scripts/deb $(BINARY)
	lintian --fail-on error .build/deb/hotpress_*.deb

test-system: deb
	Tests/System/run .build/deb/hotpress_*.deb || [ $$? -eq 77 ]

reproducible:
	scripts/bootstrap --package
	scripts/reproducible

install: all
	PREFIX='$(PREFIX)' SYSCONFDIR='$(SYSCONFDIR)' DESTDIR='$(DESTDIR)' scripts/install $(BINARY)

clean:
	swift package clean

CRASH = /tmp/hotpress-crash
MORE ?= 1000000

crash:
	swift build --product TestDaemon
	swift build --product hotpress
	swift build --product CrashRun
	.build/debug/CrashRun $(CRASH)-kill 2000 20000
	[ "$$(id -u)" -ne 0 ] || .build/debug/CrashRun $(CRASH)-power 300 3000 --power

soak: all
	Benchmarks/soak.py $(BINARY) --more $(MORE)

latency: all
	Benchmarks/soak.py $(BINARY) --latency 200

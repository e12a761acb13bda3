# Two commands do all the set-up: `make run` and `make test`.
PYTHON := .venv/bin/python

.PHONY: run test campaign lint coverage bench guide pictures package lock clean

run:            ## Open the window, on the sample mailbox or on your own
	@packaging/bootstrap.sh run
	@$(PYTHON) -m desktop_app

test: lint      ## Lint, and run the suite, headless: each promise in its small case
	@packaging/test.sh

campaign:       ## The long proofs that make test leaves out
	@packaging/bootstrap.sh campaign
	@packaging/test.sh campaign

lint:           ## ruff, mypy --strict, import contracts
	@packaging/bootstrap.sh test
	.venv/bin/ruff check --output-format concise .
	.venv/bin/ruff format --check --quiet .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-cache

coverage:       ## Which lines of the whole program the suite runs, without the end-to-end tests
	@packaging/bootstrap.sh test
	QT_QPA_PLATFORM=offscreen .venv/bin/pytest -n 2 --dist worksteal -m "not system" -q --cov=desktop_app --cov-config=/dev/null --cov-branch

MESSAGES ?= 10000
bench:          ## Measure: make bench MESSAGES=100000
	@packaging/bootstrap.sh test
	@$(PYTHON) -m benchmarks --messages $(MESSAGES)

guide:          ## Make the pages of the user guide in the window from docs/
	@packaging/bootstrap.sh test
	@$(PYTHON) -m tests.guide.pages

pictures:       ## Take the pictures of the user guide and the README from the real window
	@packaging/bootstrap.sh test
	@$(PYTHON) -m benchmarks.guide_pictures

package:        ## Build dist/draftdesk and dist/draftdesk-original, run their self-tests, and make the packages of Linux
	@packaging/bootstrap.sh package
	@packaging/package.sh

lock:           ## Write packaging/lock anew from pyproject.toml: make lock UPGRADE=--upgrade takes the newest
	@packaging/bootstrap.sh run
	@packaging/lock.sh $(UPGRADE)

clean:
	rm -rf build dist .bench .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis

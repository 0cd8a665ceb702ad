#!/bin/bash
# scripts/count-tests.py: the count must not hide a failure. Usage: test-count-tests.sh SOURCE_ROOT
root=$1
. "$root/tests/packaging/tap.sh"

# log RESULT OUTPUT... - adds one test to the file log.json; OUTPUT's lines are joined.
log() {
  python3 - "$@" >>log.json <<'END'
import json, sys
print(json.dumps({"name": "suite / name", "result": sys.argv[1], "stdout": "\n".join(sys.argv[2:])}))
END
}

# count: the closing line in $line, the exit code in $result. CI is unset unless given.
count() {
  : >>outcomes
  said=$(CI=${1-} python3 "$root/scripts/count-tests.py" outcomes normal=log.json)
  result=$?
  line=$(tail -n 1 <<<"$said")
}

check_cases_are_counted() {
  log OK 'Running suite(s): a' '100%: Checks: 12, Failures: 0, Errors: 0'
  log OK '100%: Checks: 3, Failures: 0, Errors: 0'
  count
  expect line '15 passed, 0 failed' "$line" && expect result 0 $result
}

failed_check_cases_are_counted() {
  log FAIL '50%: Checks: 4, Failures: 1, Errors: 1' 'x.c:1:F:t:bad:0: no'
  count
  expect line '2 passed, 2 failed' "$line" && expect result 1 $result && expect_match said '^Failed: normal: suite' "$said"
}

a_suite_that_crashes_counts_as_failed() {
  log FAIL 'Running suite(s): a'
  log TIMEOUT ''
  log ERROR ''
  count
  expect line '0 passed, 3 failed' "$line" && expect result 1 $result
}

a_crash_after_good_cases_counts_as_failed() {
  log FAIL '100%: Checks: 5, Failures: 0, Errors: 0' 'leak found'
  count
  expect line '5 passed, 1 failed' "$line" && expect result 1 $result
}

tap_cases_are_counted() {
  log OK 'ok 1 - a' 'ok 2 - b # SKIP no browser' 'ok 3' '1..3'
  count
  expect line '2 passed, 0 failed, 1 skipped' "$line" && expect result 0 $result
}

skips_fail_in_ci() {
  log OK 'ok 1 - a' '1..1'
  log SKIP ''
  count true
  expect line '1 passed, 1 failed' "$line" && expect result 1 $result
}

other_programs_count_as_one() {
  log OK 'anything'
  printf 'pass fuzz-a\nfail fuzz-b\n' >outcomes
  count
  expect line '2 passed, 1 failed' "$line" && expect result 1 $result && expect_match said '^Failed: fuzz-b$' "$said"
}

no_test_at_all_is_a_failure() {
  : >log.json
  count
  expect line '0 passed, 0 failed' "$line" && expect result 1 $result
}

run_tests check_cases_are_counted failed_check_cases_are_counted a_suite_that_crashes_counts_as_failed \
  a_crash_after_good_cases_counts_as_failed tap_cases_are_counted skips_fail_in_ci other_programs_count_as_one \
  no_test_at_all_is_a_failure

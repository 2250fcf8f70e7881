// @ts-check
/** One line to stderr: stdout belongs to results. @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Says why and ends the process with `code`. @param {string} text @param {number} [code] @returns {never} */
export function stop(text, code = 1) {
  say(text);
  process.exit(code);
}

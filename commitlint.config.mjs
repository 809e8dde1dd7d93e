/** `scope: subject`, as in `webhooks: keep connections open between bursts`. */
export default {
  // Automatic commits in the history of 1.0.0-rc.1, before the hook existed.
  ignores: [(message) => /^(format|wip)$/.test(message.trim()), (message) => message.startsWith('Merge ')],
  parserPreset: {
    parserOpts: {
      headerPattern: /^([a-z0-9][a-z0-9 ,./-]*): (.+)$/,
      headerCorrespondence: ['scope', 'subject'],
    },
  },
  rules: {
    'scope-empty': [2, 'never'],
    'subject-empty': [2, 'never'],
    'subject-full-stop': [2, 'never', '.'],
    'header-max-length': [2, 'always', 72],
    'body-leading-blank': [2, 'always'],
    // A warning: a URL or a table may need more.
    'body-max-line-length': [1, 'always', 72],
  },
};

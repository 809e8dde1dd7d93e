/** `scope: subject`, as in `webhooks: keep connections open between bursts`. */
export default {
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

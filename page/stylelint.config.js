/** The styles must work in Safari 15, as the built scripts (eslint.config.js). */
export default {
  plugins: ["stylelint-no-unsupported-browser-features"],
  reportDescriptionlessDisables: true,
  reportNeedlessDisables: true,
  rules: {
    "plugin/no-unsupported-browser-features": [true, { browsers: ["ios_saf >= 15"], ignorePartialSupport: true }],
  },
};

/**
 * Steps the process's clock at each SIGUSR2: ten minutes ahead, ten minutes back, correct again. For `node --import`.
 */
const STEPS = [600_000, -600_000, 0];
const RealDate = Date;
let offset = 0;
let step = 0;

process.on('SIGUSR2', () => (offset = STEPS[step++ % STEPS.length]));

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offset);
    else super(...args);
  }

  static now() {
    return RealDate.now() + offset;
  }
};

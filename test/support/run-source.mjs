/** Makes Node run TypeScript sources, where `.js` in an import means `.ts`. For `node --import`. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (name, context, next) => {
    const ours = /^\.{1,2}\/.*\.js$/.test(name) && context.parentURL?.endsWith('.ts');
    return next(ours ? name.replace(/js$/, 'ts') : name, context);
  },
});

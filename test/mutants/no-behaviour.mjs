import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** What has no behaviour of its own: how a thing looks or is found by tests, and the words of an error for programmers. */
const LOOKS = /^(className|style|data-testid|data-kind|icon)$/;

/** Tells Stryker to leave them as they are. Plain JavaScript: its processes load plugins without a compiler. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'no-behaviour', {
    shouldIgnore(path) {
      if (path.isJSXAttribute() && LOOKS.test(path.node.name.name)) return 'how it looks';
      if (
        path.isNewExpression() &&
        path.parentPath.isThrowStatement() &&
        /^(Range|Type)?Error$/.test(path.node.callee.name)
      )
        return 'words for programmers';
      return undefined;
    },
  }),
];

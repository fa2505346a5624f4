import type { PluginKind, ValuePlugin } from '@stryker-mutator/api/plugin';

export const strykerPlugins: readonly ValuePlugin<PluginKind.Ignore>[];

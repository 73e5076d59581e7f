import Module from 'node:module';

// `CellularIot.node` is found as `.ts` before the `.json` of the same name, as the build does.
const { _extensions: extensions } = Module as unknown as {
	_extensions: Record<string, unknown>;
};
const json = extensions['.json'];
delete extensions['.json'];
extensions['.json'] = json;

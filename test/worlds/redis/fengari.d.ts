declare module 'fengari' {
	type State = object & { readonly lua: unique symbol };
	const fengari: {
		to_luastring(text: string): Uint8Array;
		lualib: { luaL_openlibs(L: State): void };
		lauxlib: {
			luaL_newstate(): State;
			luaL_loadstring(L: State, script: Uint8Array): number;
			luaL_dostring(L: State, script: Uint8Array): number;
			luaL_ref(L: State, table: number): number;
		};
		lua: Record<
			| 'LUA_OK'
			| 'LUA_REGISTRYINDEX'
			| 'LUA_TNUMBER'
			| 'LUA_TSTRING'
			| 'LUA_TBOOLEAN'
			| 'LUA_TTABLE',
			number
		> & {
			lua_createtable(L: State, list: number, fields: number): void;
			lua_pushcfunction(L: State, call: (L: State) => number): void;
			lua_setfield(L: State, at: number, name: Uint8Array): void;
			lua_getfield(L: State, at: number, name: Uint8Array): void;
			lua_setglobal(L: State, name: Uint8Array): void;
			lua_rawgeti(L: State, at: number, i: number): void;
			lua_rawseti(L: State, at: number, i: number): void;
			lua_pcall(L: State, args: number, results: number, handler: number): number;
			lua_pushstring(L: State, text: Uint8Array): void;
			lua_pushinteger(L: State, value: number): void;
			lua_pushboolean(L: State, value: boolean): void;
			lua_pushvalue(L: State, at: number): void;
			lua_settop(L: State, at: number): void;
			lua_gettop(L: State): number;
			lua_absindex(L: State, at: number): number;
			lua_type(L: State, at: number): number;
			lua_isnil(L: State, at: number): boolean;
			lua_tonumber(L: State, at: number): number;
			lua_toboolean(L: State, at: number): boolean;
			lua_tostring(L: State, at: number): Uint8Array | null;
			lua_error(L: State): number;
		};
	};
	export default fengari;
}

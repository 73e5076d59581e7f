import { createHash } from 'node:crypto';
import fengari from 'fengari';
import { RedisError, type Reply, Status } from './values';

/*
 * Runs scripts like Redis. Redis has Lua 5.1, this is 5.3: numbers are converted on the way to and from
 * commands as in Redis.
 */

const { lua, lauxlib, lualib, to_luastring: text } = fengari;
type State = ReturnType<typeof lauxlib.luaL_newstate>;

function bytes(string: string): Uint8Array {
	const array = new Uint8Array(string.length);
	for (let i = 0; i < string.length; i++) array[i] = string.charCodeAt(i);
	return array;
}

const string = (array: Uint8Array): string => String.fromCharCode.apply(null, array as never);

/** Frequently used names. */
const [KEYS, ARGV, OK, ERR] = ['KEYS', 'ARGV', 'ok', 'err'].map((name) => text(name)) as [
	Uint8Array,
	Uint8Array,
	Uint8Array,
	Uint8Array,
];

export const sha1 = (script: string) => createHash('sha1').update(script, 'latin1').digest('hex');

type Call = (words: string[]) => Reply;

export class Lua {
	private readonly state = lauxlib.luaL_newstate();
	private readonly scripts = new Map<string, number>();
	private call: Call = () => null;

	constructor() {
		const { state } = this;
		lualib.luaL_openlibs(state);
		lauxlib.luaL_dostring(state, text('unpack = table.unpack'));
		const functions = {
			call: (L: State) => this.called(L, true),
			pcall: (L: State) => this.called(L, false),
			error_reply: (L: State) => wrapped(L, ERR),
			status_reply: (L: State) => wrapped(L, OK),
			sha1hex: (L: State) => {
				lua.lua_pushstring(L, bytes(sha1(string(lua.lua_tostring(L, 1)!))));
				return 1;
			},
		};
		lua.lua_createtable(state, 0, 5);
		for (const [name, made] of Object.entries(functions)) {
			lua.lua_pushcfunction(state, made);
			lua.lua_setfield(state, -2, text(name));
		}
		lua.lua_setglobal(state, text('redis'));
	}

	/** @throws RedisError for an invalid or failing script */
	run(script: string, keys: string[], args: string[], call: Call): Reply {
		const { state } = this;
		this.call = call;
		let known = this.scripts.get(script);
		if (known === undefined) {
			if (lauxlib.luaL_loadstring(state, bytes(script)) !== lua.LUA_OK) throw this.failed();
			known = lauxlib.luaL_ref(state, lua.LUA_REGISTRYINDEX);
			this.scripts.set(script, known);
		}
		this.list(KEYS, keys);
		this.list(ARGV, args);
		lua.lua_rawgeti(state, lua.LUA_REGISTRYINDEX, known);
		if (lua.lua_pcall(state, 0, 1, 0) !== lua.LUA_OK) throw this.failed();
		const reply = fromLua(state, -1);
		lua.lua_settop(state, 0);
		return reply;
	}

	private failed(): RedisError {
		const error = fromLua(this.state, -1);
		lua.lua_settop(this.state, 0);
		return error instanceof RedisError ? error : new RedisError(`ERR ${String(error)}`);
	}

	private list(name: Uint8Array, values: string[]): void {
		const { state } = this;
		lua.lua_createtable(state, values.length, 0);
		values.forEach((value, i) => {
			lua.lua_pushstring(state, bytes(value));
			lua.lua_rawseti(state, -2, i + 1);
		});
		lua.lua_setglobal(state, name);
	}

	private called(L: State, raises: boolean): number {
		const words = Array.from({ length: lua.lua_gettop(L) }, (_, i) => word(L, i + 1));
		let reply: Reply;
		try {
			reply = this.call(words);
		} catch (error) {
			if (!(error instanceof RedisError)) throw error;
			reply = error;
		}
		toLua(L, reply);
		if (raises && reply instanceof RedisError) return lua.lua_error(L);
		return 1;
	}
}

/** The arguments of a command in a script: strings, and numbers in Redis' format. */
function word(L: State, at: number): string {
	if (lua.lua_type(L, at) !== lua.LUA_TNUMBER) return string(lua.lua_tostring(L, at)!);
	const number = lua.lua_tonumber(L, at);
	return Number.isInteger(number) ? String(number) : number.toPrecision(17);
}

function wrapped(L: State, name: Uint8Array): number {
	lua.lua_createtable(L, 0, 1);
	lua.lua_pushvalue(L, 1);
	lua.lua_setfield(L, -2, name);
	return 1;
}

function toLua(L: State, reply: Reply): void {
	if (reply === null) lua.lua_pushboolean(L, false);
	else if (typeof reply === 'number') lua.lua_pushinteger(L, reply);
	else if (typeof reply === 'string') lua.lua_pushstring(L, bytes(reply));
	else if (Array.isArray(reply)) {
		lua.lua_createtable(L, reply.length, 0);
		reply.forEach((value, i) => {
			toLua(L, value);
			lua.lua_rawseti(L, -2, i + 1);
		});
	} else {
		lua.lua_createtable(L, 0, 1);
		lua.lua_pushstring(L, bytes(reply instanceof Status ? reply.text : reply.message));
		lua.lua_setfield(L, -2, reply instanceof Status ? OK : ERR);
	}
}

/** Numbers are truncated, true is 1, false is nil, a list ends at its first nil. */
function fromLua(L: State, at: number): Reply {
	switch (lua.lua_type(L, at)) {
		case lua.LUA_TNUMBER:
			return Math.trunc(lua.lua_tonumber(L, at));
		case lua.LUA_TSTRING:
			return string(lua.lua_tostring(L, at)!);
		case lua.LUA_TBOOLEAN:
			return lua.lua_toboolean(L, at) ? 1 : null;
		case lua.LUA_TTABLE:
			return fromTable(L, lua.lua_absindex(L, at));
		default:
			return null;
	}
}

function fromTable(L: State, at: number): Reply {
	const field = (name: Uint8Array) => {
		lua.lua_getfield(L, at, name);
		const value = fromLua(L, -1);
		lua.lua_settop(L, -2);
		return value;
	};
	const [error, status] = [field(ERR), field(OK)];
	if (typeof error === 'string') return new RedisError(error);
	if (typeof status === 'string') return new Status(status);
	const list: Reply[] = [];
	for (let i = 1; ; i++) {
		lua.lua_rawgeti(L, at, i);
		const isEnd = lua.lua_isnil(L, -1);
		if (!isEnd) list.push(fromLua(L, -1));
		lua.lua_settop(L, -2);
		if (isEnd) return list;
	}
}

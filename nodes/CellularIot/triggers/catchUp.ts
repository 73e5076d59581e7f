import type { IDataObject, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { systemClock, systemSleep } from '../../../src/ports';
import { clockAhead } from '../../../src/readers/clock';
import type { Json } from '../../../src/table/define';
import { MINUTE_MS } from '../../../src/times';
import { lookBackMs, type MissedCalls } from '../../../src/triggers/runtime/catchUp';
import type { CalledTrigger, IncomingCall } from '../../../src/triggers/runtime/definition';
import { POLL_SHARE } from '../../../src/triggers/runtime/stored';
import type { Cell, DeliveryStore } from '../../../src/triggers/runtime/store';
import { logThat } from '../shared/log';
import { type SaveWith, storeOfTrigger } from './deliveryStores';
import { hasFirstStep, seenBeginning } from './firstStep';
import { accountClient, isStarting } from './hooks';
import { readerOf } from './triggerInput';

/*
 * After a start of n8n, a trigger emits what the service sent while n8n could not take it. Missed calls
 * are handled like other calls: the ledger knows what was emitted, and the run claims its items.
 */

/** First wait for calls that the service repeats: they need no catching up. Milliseconds. */
export const CATCH_UP_AFTER_MS = 30_000;

/** Starts runs for the missed calls of a trigger, all in this process. */
class CatchUp<Form, Found, C extends Cell> {
	constructor(
		private readonly context: ITriggerFunctions,
		private readonly trigger: CalledTrigger<Form, Found, C>,
		private readonly form: Form,
		private readonly ledger: { store: DeliveryStore<C>; saveWith: SaveWith },
	) {}

	/** Emits what is new in a missed call; returns the number of its items. */
	async emitNew(found: Found, call: IncomingCall): Promise<number> {
		const { context, trigger, form } = this;
		const { store, saveWith } = this.ledger;
		const taken = await trigger.take(store, found, form, call);
		const { settle } = taken;
		if (taken.items.length === 0) {
			await settle(true);
			return 0;
		}
		const items = taken.items.map((json): Json => ({ ...json, caught_up: true }));
		const keys = items.flatMap((json) => trigger.claims(json, form).flat());
		const hasBegun = seenBeginning(context, store, keys);
		if (!hasBegun) await settle(true);
		saveWith(hasBegun && taken.call);
		const shown = hasFirstStep(context) ? items : items.map(trigger.emitted(form));
		context.emit([context.helpers.returnJsonArray(shown as IDataObject[])]);
		if (!hasBegun) return items.length;
		const isTaken = await hasBegun(true);
		await settle(isTaken);
		return isTaken ? items.length : 0;
	}
}

/** Prepares the look after a start; undefined if there is nothing to look for. */
async function lookOf<Form, Found, C extends Cell>(
	context: ITriggerFunctions,
	trigger: CalledTrigger<Form, Found, C>,
	{ hours, isCalled, find }: MissedCalls<Found>,
): Promise<((signal: AbortSignal) => Promise<void>) | undefined> {
	const { now } = systemClock;
	const log = (message: string) => logThat(context, message);
	const form = trigger.form(readerOf(context));
	const startedAt = now();
	const ledger = await storeOfTrigger(context, trigger.kind, trigger.window(form));
	const { store, saveWith } = ledger;
	if (!isStarting(context)) await store.rememberFromNow();
	const backMs = await lookBackMs(store, hours);
	// n8n saves it after the start: the next look goes back to this one.
	saveWith();
	if (!isStarting(context) || backMs === 0) return undefined;
	return async (signal) => {
		await systemSleep(CATCH_UP_AFTER_MS, signal);
		const client = await accountClient(context, POLL_SHARE);
		if (!(await isCalled(client))) {
			log('has missed nothing: the service does not call this n8n.');
			return;
		}
		const to = startedAt + ((await clockAhead(client, now)) ?? 0);
		const missed = await find(client, { from: to - backMs, to }, { now, log });
		const own = new CatchUp(context, trigger, form, ledger);
		let emitted = 0;
		for (const found of missed) {
			signal.throwIfAborted();
			const call = { method: '', body: undefined, isEmpty: false, isTest: false, now: now(), log };
			emitted += await own.emitNew(found, call);
		}
		const minutes = Math.round(backMs / MINUTE_MS);
		const words = `has looked for what it missed in the ${minutes} min before this start: ${emitted} emitted.`;
		logThat(context, words, emitted > 0 ? 'warn' : 'info');
	};
}

/**
 * After a start of n8n: looks in the background for missed calls and emits them. At a publication: records
 * that earlier calls were not meant for this workflow. To be called by a trigger in n8n's leading process.
 * A failure is logged, and the next start looks again.
 */
export async function catchUp<Form, Found, C extends Cell>(
	context: ITriggerFunctions,
	trigger: CalledTrigger<Form, Found, C>,
	missed: MissedCalls<Found>,
): Promise<ITriggerResponse> {
	if (missed.hours === 0 || context.getMode() === 'manual') return {};
	const end = new AbortController();
	const failed = (error: unknown) => {
		if (end.signal.aborted) return;
		logThat(context, `could not look for what it missed: ${String(error)}`);
	};
	try {
		const look = await lookOf(context, trigger, missed);
		void look?.(end.signal).catch(failed);
	} catch (error) {
		failed(error);
	}
	return { closeFunction: async () => end.abort() };
}

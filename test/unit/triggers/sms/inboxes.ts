import { MemoryStore } from '../../../../src/triggers/runtime/memoryStore';
import { RedisStore } from '../../../../src/triggers/runtime/redisStore';
import type { InboxOptions } from '../../../../src/triggers/sms/delivery';
import { windowOf } from '../../../../src/triggers/sms/inbox';
import { smsKind } from '../../../../src/triggers/sms/kind';

/* Inbox stores without a trigger. */

export const OPTIONS: InboxOptions = {
	windowMinutes: 1440,
	giveUpMinutes: 10,
	incomplete: 'emit',
	reading: 'auto',
};

export const inMemory = () => new MemoryStore(smsKind, windowOf(OPTIONS));
/** The view of one process of the inbox `key`. */
export const onRedis = (url: string, key: string) =>
	new RedisStore(url, key, smsKind, windowOf(OPTIONS));

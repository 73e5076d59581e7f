import { rl, type Row } from './rowTypes';

/* Form values of the operations for whole fleets, and what the service applies. */

const endpointId = rl('={{ $json.id }}');
const all = { returnAll: true, simplify: true };
const twice = (...kinds: string[]) => [...kinds, ...kinds];
const first = { once: true } as const;

const dataQuota = {
	endpointId,
	volume: 10,
	expiryDate: '={{ $now.plus({ days: 30 }) }}',
	status: 1,
	actionOnExhaustion: 1,
};
const lab = { endpointId, tagsBy: 'names', tagNames: 'lab, field' };

const tagRows: Record<string, Row> = {
	'dataQuota get': { parameters: { endpointId, simplify: true }, effects: [] },
	'dataQuota set': { parameters: dataQuota, effects: twice('dataQuota.set') },
	'dataQuota topUp': {
		parameters: { endpointId, add: 5 },
		after: ['dataQuota set'],
		effects: twice('dataQuota.set'),
	},
	'dataQuota delete': {
		parameters: { endpointId },
		after: ['dataQuota set'],
		effects: twice('dataQuota.deleted'),
	},
	'tag getAll': { parameters: all, effects: [], results: 6 },
	'tag getColors': { parameters: all, effects: [], results: 16 },
	'tag create': {
		parameters: { name: '={{ "tag " + $json.id }}', simplify: true },
		effects: twice('tag.created'),
	},
	'tag update': {
		parameters: { tagId: rl('lab', 'name'), updateFields: { colorId: rl(3) } },
		...first,
		effects: ['tag.updated'],
	},
	'tag delete': { parameters: { tagId: rl(401) }, ...first, effects: ['tag.deleted'] },
	'tag deleteMany': {
		parameters: { tagId: rl('={{ $json.id - 9600 }}') },
		effects: twice('tag.deleted'),
	},
	'endpoint getTags': {
		parameters: { endpointId, ...all },
		after: ['endpoint addTag'],
		effects: [],
	},
	'endpoint addTag': {
		parameters: { endpointId, tagId: rl('lab', 'name') },
		effects: twice('tag.assigned'),
	},
	'endpoint removeTag': {
		parameters: { endpointId, tagId: rl(401) },
		after: ['endpoint addTag'],
		effects: twice('tag.unassigned'),
	},
	'endpoint addTagsToMany': {
		parameters: lab,
		effects: twice('tag.assigned', 'tag.assigned'),
	},
	'endpoint removeTagsFromMany': {
		parameters: lab,
		after: ['endpoint addTagsToMany'],
		effects: twice('tag.unassigned', 'tag.unassigned'),
	},
};

export const FLEET_ROWS: Record<string, Row> = { ...tagRows };

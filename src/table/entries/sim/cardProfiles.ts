import type { Json } from '../../define';
import { at, listAt } from '../../reading';

/*
 * What the words of the service say about actions and profiles of eUICCs. Its ids are not documented, and of
 * its words only `Scheduled` and `Available` are. Source: public reference.
 */

/** "set_fallback", "Set fallback", "setFallback" → set, fallback. */
const wordsOf = (text: unknown): string[] =>
	String(text ?? '')
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z]+/);

const ACTION_WORDS = {
	audit: ['audit'],
	delete: ['delete'],
	disable: ['disable'],
	download: ['download'],
	enable: ['enable'],
	'set fallback': ['set', 'fallback'],
	'unset fallback': ['unset', 'fallback'],
} as const;
type CardAction = keyof typeof ACTION_WORDS;

/** What an action does, by the words of its description; undefined where not exactly one fits. */
export function cardActionOf(description: unknown): CardAction | undefined {
	const words = wordsOf(description);
	const actions = Object.keys(ACTION_WORDS) as CardAction[];
	const fitting = actions.filter((action) =>
		ACTION_WORDS[action].every((word) => words.includes(word)),
	);
	return fitting.length === 1 ? fitting[0] : undefined;
}

/**
 * The state of a profile by the words of its status; undefined if they do not show it. `Available` means
 * that nobody has taken the profile, and never that it is enabled.
 */
export function profileState(profile: Json): 'enabled' | 'disabled' | undefined {
	const words = wordsOf(at(profile, 'status.description'));
	const [isOn, isOff] = [
		['enabled', 'active'],
		['disabled', 'inactive'],
	].map((states) => states.some((state) => words.includes(state)));
	if (isOn === isOff) return undefined;
	return isOn ? 'enabled' : 'disabled';
}

/** The profiles on a card. */
export const profilesOf = (card: Json): Json[] => listAt(card, 'profile');

/** Whether the device can switch to a profile by itself: a disabled fallback. */
const isFallbackInReserve = (profile: Json): boolean =>
	profile.fallback_attribute === true && profileState(profile) === 'disabled';

/**
 * Whether the card has a fallback besides its enabled profile, to which the device could switch by itself;
 * null if the service does not show it for every profile.
 */
export function hasOtherFallback(card: Json): boolean | null {
	const profiles = profilesOf(card);
	if (profiles.some(isFallbackInReserve)) return true;
	const isShown = profiles.every(
		(profile) =>
			typeof profile.fallback_attribute === 'boolean' && profileState(profile) !== undefined,
	);
	return isShown ? false : null;
}

/** Whether an ICCID names a profile that is certainly disabled: the device stays connected without it. */
export const isSeenDisabled = (card: Json, iccid: string | undefined): boolean =>
	profilesOf(card).some(
		(profile) => profile.iccid_with_luhn === iccid && profileState(profile) === 'disabled',
	);

import { type Fields, isObject, type Json, shortJson } from './fields.ts';
import { isChannel } from './read-channel.ts';

/** What is known of a field that the readers do not read: whether its value changes the picture. */
type Rule = 'plain' | ((value: unknown) => boolean);

/** Fields by name; `plain` ones are read, or do not matter to the picture. */
export type KnownFields = ReadonlyMap<string, Rule>;

const plain = (names: string): [string, Rule][] => names.split(' ').map((name) => [name, 'plain']);

/** The value, or every key of the channel, is one of these. */
function is(...values: unknown[]): Rule {
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  const fits = (value: unknown): boolean => texts.has(JSON.stringify(value));
  return (value) => (isChannel(value) ? everyKey(value, fits) : fits(value));
}

function everyKey(channel: Json, fits: (value: unknown) => boolean): boolean {
  const { val, actions } = channel;
  const curves = Array.isArray(actions) ? actions.map((action) => (isObject(action) ? action.pose : undefined)) : [];
  return (!Array.isArray(val) || val.every(fits)) && curves.every((curve) => !isObject(curve) || everyKey(curve, fits));
}

/** An object with a switch that is off. */
const off = (key = 'on'): Rule => {
  const isFalse = is(false) as (value: unknown) => boolean;
  return (value) => !isObject(value) || value[key] === undefined || isFalse(value[key]);
};

const empty: Rule = (value) => Array.isArray(value) && value.length === 0;
const zero = { x: 0, y: 0 };
const zero3 = { x: 0, y: 0, z: 0 };

export const projectFields: KnownFields = new Map<string, Rule>([
  ...plain(
    'mime_type version major_version rev_version comment doc_uuid created_date modified_date project_data styles ' +
      'onions_enabled onions_sellayer onions_filled onions_colored onions_relative onions_behind onions_frame0 ' +
      'onions_frame1 onions_frame2 onions_frame3 onions_frame4 onions_frame5 onions_frame6 onions_frame7 metadata ' +
      'action_refs animated_values layers thumbnail documentviewstate',
  ),
  ['layercomps', empty],
]);

export const projectDataFields: KnownFields = new Map<string, Rule>([
  ...plain(
    'width height start_frame end_frame fps back_color antialiasing focus_distance focus_range focus_blur ' +
      'global_render_style_minimize_randomness stereo_separation extra_swf_frame color_palette',
  ),
  ['noise_grain', is(0)],
  ['pixelation', is(0)],
  ['depth_sort', is(false)],
  ['distance_sort', is(false)],
  ['depth_of_field', is(false)],
  ['global_render_style_fill_style', is(0)],
  ['global_render_style_line_style', is(0)],
  ['global_render_style_layer_style', is(0)],
  ['stereo_mode', is(0)],
  ['soundtrack', is('')],
]);

export const cameraFields: KnownFields = new Map<string, Rule>([
  ...plain('camera_track camera_zoom timeline_markers'),
  ['camera_roll', is(0)],
  ['camera_pan_tilt', is(zero)],
]);

export const layerFields: KnownFields = new Map<string, Rule>([
  ...plain(
    'type name uuid label_col quality_flags animated_layer_effects origin parent_bone visible shown_in_timeline ' +
      'consolidated_channels edit_only scale_compensation scale_normalization face_camera_mode masking camera_immune ' +
      'dof_immune layer_ref_fileref layer_ref_path layer_ref_same_doc layer_ref_mod_date flexi_bone_subset ' +
      'flexi_bone_elbow follow_curve follow_bending random_num transforms layer_effects timeline_markers actions ' +
      'layer_user_comments layer_user_tags expanded group_mask animated_layer_order layer_ordering skeleton ' +
      'grandpa_bone layers gravity use_baked_physics noise_amp noise_scale noise_interval animated_noise antialiasing ' +
      'fill_texture_fileref line_texture_fileref 3d_options mesh mesh_layer switch_keys text font physics exclude_lines_from_mask',
  ),
  ['render_only', is(false)],
  ['rotate_to_follow', is(false)],
  ['face_camera', is(false)],
  ['mask_expansion', is(false)],
  ['blend_mode', is(0)],
  ['layer_ref_uuid', is('')],
  ['timing_offset', is(0)],
  ['follow_layer_uuid', is('')],
  ['distortion_layer_uuid', is('')],
  ['layer_shadow', off()],
  ['layer_shading', off()],
  ['perspective_shadow', off()],
  ['motion_blur', off()],
  ['layer_outline', off()],
  ['layer_color', off()],
  ['depth_sort', is(false)],
  ['distance_sort', is(false)],
  ['enable_physics', is(false)],
  ['noisy_shapes', is(false)],
  ['noisy_lines', is(false)],
  ['extra_sketchy', is(false)],
  ['extra_lines', is(0)],
  ['gap_filling', is(false)],
  ['fill_texture_path', is('')],
  ['line_texture_path', is('')],
  ['3d_mode', is(0)],
]);

export const transformFields: KnownFields = new Map<string, Rule>([
  ...plain('translation scale rotation_z flip_h flip_v following physics_nudge'),
  ['rotation_x', is(0)],
  ['rotation_y', is(0)],
  ['shear', is(zero3, zero)],
]);

export const effectFields: KnownFields = new Map<string, Rule>([
  ...plain('visibility alpha'),
  ['blur', is(0)],
  ['ambient_occlusion', is(0)],
  ['threshold', is(0)],
  ['noise', is(0)],
  ['pixelation', is(0)],
]);

export const meshFields: KnownFields = new Map<string, Rule>([
  ...plain('type curve_interpretation next_shape_id shape_order points curves shapes groups'),
  ['anim_shape_order', is(false)],
]);

export const pointFields: KnownFields = new Map<string, Rule>([
  ...plain('type position width parent selected color color_strength curves'),
  ['colored', is(false)],
  ['opacity', is(1)],
]);

export const curveFields: KnownFields = new Map<string, Rule>([
  ...plain('type num_points closed profile_curve_id profile_repeat points'),
  ['profile_layer_uuid', is('')],
  ['start_percent', is(-0.1)],
  ['end_percent', is(1.1)],
]);

export const curvePointFields: KnownFields = new Map<string, Rule>(
  plain('point segments_on smoothness weight_in weight_out offset_in offset_out'),
);

export const shapeFields: KnownFields = new Map<string, Rule>([
  ...plain(
    'type name id selected has_fill has_outline fill_allowed effect_scale effect_rotation effect_offset 3d_thickness ' +
      'edges style inherited_style_name inherited_style2_name inherited_style_uuid inherited_style2_uuid',
  ),
  ['combo_mode', is(0)],
]);

export const styleFields: KnownFields = new Map<string, Rule>([
  ...plain(
    'type name uuid fill_style define_fill_color fill_color define_line_width line_width define_line_col line_color line_caps ' +
      'brush_align brush_jitter brush_spacing brush_angle_drift brush_randomize brush_merged_alpha brush_tint brush_rand_order',
  ),
  ['brush_name', is('')],
]);

export const skeletonFields: KnownFields = new Map<string, Rule>([...plain('type bones'), ['binding_mode', is(1)]]);

export const boneFields: KnownFields = new Map<string, Rule>([
  ...plain(
    'type name parent angle_control_scale pos_control_scale scale_control_scale selected hidden shy length strength ' +
      // Constraints hold for hands and solvers alone: what is keyed is beyond them.
      'ignored_by_ik physics_radius physics_return_to_zero physics_motor_speed bone_tags bone_label_showing ' +
      'physics_torque physics_lock_tip scaling_mode squash_stretch_scaling max_auto_scaling constraints min_constraint ' +
      'max_constraint torque_force spring_force damping_force anim_pos anim_angle anim_scale ik_parent_target ik_global_angle ' +
      'anim_parent',
  ),
  ['angle_control_parent', is(-1)],
  ['pos_control_parent', is(-1)],
  ['scale_control_parent', is(-1)],
  ['bone_enable_arc_solver', is(false)],
  ['offset', is(zero)],
  ['fixed_angle', is(false)],
  ['bone_dynamics', is(false)],
  ['angle_dynamics', is(false)],
  ['flip_h', is(false)],
  ['flip_v', is(false)],
  ['target_bone', is(-1)],
  ['ik_lock', is(false)],
]);

/** Reports what an object has that is not drawn, or that is not known at all. */
export function reportOthers(fields: Fields, known: KnownFields): void {
  for (const [key, value] of Object.entries(fields.json)) {
    const rule = known.get(key);
    if (rule === 'plain') continue;
    if (rule === undefined) {
      fields.context.report(fields.layer, fields.name(key), {
        severity: 'info',
        code: 'moho-unknown-field',
        message: 'a field that is not known; it has no say',
        found: shortJson(value),
      });
    } else if (!rule(value)) fields.unsupported(key, 'not supported; drawn as if it were not there', describe(value));
  }
}

function describe(value: unknown): string {
  if (!isChannel(value)) return shortJson(value);
  const keys = Array.isArray(value.val) ? value.val : [];
  return keys.length === 1 ? shortJson(keys[0]) : `${keys.length} keys`;
}

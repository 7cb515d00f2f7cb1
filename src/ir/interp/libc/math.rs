//! `math.h`: exactly rounded functions, and those that the system's library computes for us too.

use super::{ArgValue, Plain, float, give};
use crate::ir::interp::Fault;

pub(super) fn find(name: &str) -> Option<Plain> {
    Some(match name {
        "fabs" | "fabsf" | "fabsl" => |_, a| one(a, f64::abs),
        "sqrt" => |_, a| one(a, f64::sqrt),
        "sqrtf" => |_, a| one(a, |x| f64::from((x as f32).sqrt())),
        "floor" | "floorf" => |_, a| one(a, f64::floor),
        "ceil" | "ceilf" => |_, a| one(a, f64::ceil),
        "trunc" | "truncf" => |_, a| one(a, f64::trunc),
        "round" | "roundf" => |_, a| one(a, f64::round),
        "fmod" | "fmodf" => |_, a| two(a, |x, y| x % y),
        "copysign" | "copysignf" => |_, a| two(a, f64::copysign),
        "pow" => |_, a| two(a, f64::powf),
        "exp" => |_, a| one(a, f64::exp),
        "log" => |_, a| one(a, f64::ln),
        "log2" => |_, a| one(a, f64::log2),
        "log10" => |_, a| one(a, f64::log10),
        "sin" => |_, a| one(a, f64::sin),
        "cos" => |_, a| one(a, f64::cos),
        "tan" => |_, a| one(a, f64::tan),
        "atan" => |_, a| one(a, f64::atan),
        "atan2" => |_, a| two(a, f64::atan2),
        "__builtin_inf" | "__builtin_inff" | "__builtin_huge_val" | "__builtin_huge_valf" => {
            |_, _| Ok(f64::INFINITY.to_bits().into())
        }
        "__builtin_nan" | "__builtin_nanf" => |_, _| Ok(f64::NAN.to_bits().into()),
        "__builtin_isnan" | "__builtin_isnanf" | "__isnan" | "__isnanf" | "isnan" => {
            |_, a| give(float(a, 0)?.is_nan().into())
        }
        "__builtin_isinf_sign" | "__isinf" | "__isinff" | "isinf" => |_, a| {
            let x = float(a, 0)?;
            give(if x.is_infinite() {
                x.signum() as i64
            } else {
                0
            })
        },
        "__builtin_isfinite" | "__finite" | "__finitef" | "finite" => {
            |_, a| give(float(a, 0)?.is_finite().into())
        }
        "__builtin_signbit" | "__builtin_signbitf" | "__signbit" | "__signbitf" => {
            |_, a| give(float(a, 0)?.is_sign_negative().into())
        }
        _ => return None,
    })
}

fn one(args: &[ArgValue], function: fn(f64) -> f64) -> Result<u128, Fault> {
    Ok(function(float(args, 0)?).to_bits().into())
}

fn two(args: &[ArgValue], function: fn(f64, f64) -> f64) -> Result<u128, Fault> {
    Ok(function(float(args, 0)?, float(args, 1)?).to_bits().into())
}

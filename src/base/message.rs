//! Messages of compilers.

use super::Place;

/// Where and what, if the line is an error: `file:line:column: fatal error: message`.
pub fn compiler_error(line: &str) -> Option<(Place, &str)> {
    let (place, message) = line
        .split_once(": fatal error: ")
        .or_else(|| line.split_once(": error: "))?;
    let mut parts = place.rsplitn(3, ':');
    let (last, middle) = (parts.next()?, parts.next()?);
    let number = |text: &str| text.parse::<u32>().ok();
    match (number(middle), number(last), parts.next()) {
        (Some(line), Some(column), Some(file)) => Some((
            Place {
                file: file.into(),
                line,
                column,
            },
            message,
        )),
        (None, Some(line), rest) => {
            let file = rest.map_or(middle.to_owned(), |rest| format!("{rest}:{middle}"));
            Some((
                Place {
                    file: file.into(),
                    line,
                    column: 1,
                },
                message,
            ))
        }
        _ => None,
    }
}

//! Specifiers and declarators to C types.

use super::super::ctype::{ArrayLen, CType, FunctionType, IntKind, QualType, Quals};
use super::super::facts::FactKind;
use super::attributes::Marks;
use super::decl::is_variably_modified;
use super::env::Entity;
use super::{Fail, Lower, Lowerer};
use crate::base::Span;
use crate::ir::FloatKind;
use lang_c::ast::*;
use lang_c::span::Node;
use std::sync::Arc;

/// What the specifiers of a declaration say.
#[derive(Clone, Debug)]
pub struct Specs {
    pub storage: Storage,
    pub thread_local: bool,
    pub inline: bool,
    /// `_Noreturn`
    pub noreturn: bool,
    pub ty: QualType,
    pub marks: Marks,
    /// `__auto_type`: the type is that of the initialiser.
    pub auto_type: bool,
}

impl Specs {
    /// Of a member.
    pub fn of(ty: QualType, marks: Marks) -> Specs {
        Specs {
            storage: Storage::None,
            thread_local: false,
            inline: false,
            noreturn: false,
            ty,
            marks,
            auto_type: false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    None,
    Typedef,
    Extern,
    Static,
}

/// A declarator applied to its base type.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: Option<String>,
    pub ty: QualType,
    /// The names of the parameters when this declares a function, in order.
    pub params: Vec<Option<String>>,
    /// The names of an old-style parameter list.
    pub old_style: Option<Vec<String>>,
    /// What attributes say of it, those of the specifiers included.
    pub marks: Marks,
}

impl Declared {
    pub fn unnamed(ty: QualType) -> Declared {
        Declared {
            name: None,
            ty,
            params: Vec::new(),
            old_style: None,
            marks: Marks::default(),
        }
    }
}

/// The keywords of a type, counted.
#[derive(Default)]
struct Words {
    void: bool,
    char: bool,
    short: bool,
    int: bool,
    long: u8,
    float: bool,
    double: bool,
    signed: bool,
    unsigned: bool,
    bool: bool,
    complex: bool,
    int128: bool,
    float128: bool,
    other: Option<QualType>,
}

impl Words {
    /// A complex number of integers, as gcc has them.
    fn is_complex_integer(&self) -> bool {
        let floating = self.float || self.double || self.float128;
        let sized = self.char || self.short || self.int || self.long > 0 || self.int128;
        self.complex && !floating && (sized || self.signed || self.unsigned)
    }

    /// `plain_char` is what `char` means by itself.
    fn finish(self, plain_char: IntKind) -> Option<QualType> {
        if let Some(ty) = self.other {
            return Some(ty);
        }
        let pick = |signed, unsigned| CType::Int(if self.unsigned { unsigned } else { signed });
        let float = |kind| {
            if self.complex {
                CType::Complex(kind)
            } else {
                CType::Float(kind)
            }
        };
        let ty = if self.void {
            CType::Void
        } else if self.bool {
            CType::Bool
        } else if self.float128 {
            float(FloatKind::F128)
        } else if self.int128 {
            pick(IntKind::Int128, IntKind::UInt128)
        } else if self.float {
            float(FloatKind::F32)
        } else if self.double {
            float(if self.long > 0 {
                FloatKind::F80
            } else {
                FloatKind::F64
            })
        } else if self.char {
            match (self.signed, self.unsigned) {
                (_, true) => CType::Int(IntKind::UChar),
                (true, _) => CType::Int(IntKind::SChar),
                _ => CType::Int(plain_char),
            }
        } else if self.short {
            pick(IntKind::Short, IntKind::UShort)
        } else if self.long >= 2 {
            pick(IntKind::LongLong, IntKind::ULongLong)
        } else if self.long == 1 {
            pick(IntKind::Long, IntKind::ULong)
        } else if self.int || self.signed || self.unsigned {
            pick(IntKind::Int, IntKind::UInt)
        } else if self.complex {
            CType::Complex(FloatKind::F64)
        } else {
            return None;
        };
        Some(QualType::plain(ty))
    }
}

impl Lowerer<'_> {
    /// The specifiers of a declaration that begins at `from`; at `to`, its first declarator begins, or it ends.
    pub fn specifiers(
        &mut self,
        specs: &[Node<DeclarationSpecifier>],
        from: usize,
        to: usize,
    ) -> Lower<Specs> {
        let mut result = Specs::of(QualType::plain(CType::INT), Marks::default());
        let mut words = Words::default();
        let mut quals = Quals::default();
        for spec in specs {
            match &spec.node {
                DeclarationSpecifier::StorageClass(class) => match class.node {
                    StorageClassSpecifier::Typedef => result.storage = Storage::Typedef,
                    StorageClassSpecifier::Extern => result.storage = Storage::Extern,
                    StorageClassSpecifier::Static => result.storage = Storage::Static,
                    StorageClassSpecifier::ThreadLocal => result.thread_local = true,
                    StorageClassSpecifier::Auto | StorageClassSpecifier::Register => {}
                },
                DeclarationSpecifier::TypeSpecifier(ty) => {
                    result.auto_type |= self.type_word(ty, &mut words)?;
                }
                DeclarationSpecifier::TypeQualifier(q) => self.qualifier(&q.node, &mut quals),
                DeclarationSpecifier::Function(f) => match f.node {
                    FunctionSpecifier::Inline => result.inline = true,
                    FunctionSpecifier::Noreturn => result.noreturn = true,
                },
                DeclarationSpecifier::Alignment(_) | DeclarationSpecifier::Extension(_) => {}
            }
        }
        // Without any type word the declaration means `int`, as old C has it.
        let base = self
            .base_type(words, self.span(lang_c::span::Span::span(from, to)))?
            .unwrap_or_else(|| QualType::plain(CType::INT));
        result.ty = qualify(base, quals);
        result.marks = self.specifier_marks(from, to)?;
        result.ty.ty = self.mark_type(result.ty.ty, &result.marks)?;
        Ok(result)
    }

    /// The specifiers of a declaration, of a file or block, or of old-style parameters.
    pub fn declaration_specifiers(&mut self, node: &Node<Declaration>) -> Lower<Specs> {
        let to = match node.node.declarators.first() {
            Some(first) => first.node.declarator.span.start,
            None => end_of(&node.node.specifiers, node.span.start),
        };
        self.specifiers(&node.node.specifiers, node.span.start, to)
    }

    /// The type of a parameter and its name.
    pub fn parameter(&mut self, param: &Node<ParameterDeclaration>) -> Lower<Declared> {
        let specifiers = &param.node.specifiers;
        let to = match &param.node.declarator {
            Some(declarator) => declarator.span.start,
            None => end_of(specifiers, param.span.start),
        };
        let specs = self.specifiers(specifiers, param.span.start, to)?;
        let declared = match &param.node.declarator {
            Some(d) => self.declared(&specs, d, true, d.span.end)?,
            None if specs.marks.mode_or_alignment() => {
                return self.fail(self.span(param.span), "a parameter with such an attribute");
            }
            None => Declared::unnamed(specs.ty),
        };
        match declared.marks.aligns() {
            true => self.fail(self.span(param.span), "an aligned parameter"),
            false => Ok(declared),
        }
    }

    fn qualifier(&mut self, q: &TypeQualifier, quals: &mut Quals) {
        match q {
            TypeQualifier::Const => quals.is_const = true,
            TypeQualifier::Volatile => {
                quals.is_volatile = true;
                self.env.has_volatile = true;
            }
            TypeQualifier::Atomic => {
                quals.is_atomic = true;
                self.env.has_volatile = true;
            }
            TypeQualifier::Restrict => quals.is_restrict = true,
            TypeQualifier::Nonnull | TypeQualifier::NullUnspecified | TypeQualifier::Nullable => {}
        }
    }

    /// Adds one type specifier; true for `__auto_type`.
    fn type_word(&mut self, spec: &Node<TypeSpecifier>, words: &mut Words) -> Lower<bool> {
        let span = self.span(spec.span);
        match &spec.node {
            TypeSpecifier::Void => words.void = true,
            TypeSpecifier::Char => words.char = true,
            TypeSpecifier::Short => words.short = true,
            TypeSpecifier::Int => words.int = true,
            TypeSpecifier::Long => words.long += 1,
            TypeSpecifier::Float => words.float = true,
            TypeSpecifier::Double => words.double = true,
            TypeSpecifier::Signed => words.signed = true,
            TypeSpecifier::Unsigned => words.unsigned = true,
            TypeSpecifier::Bool => words.bool = true,
            TypeSpecifier::Complex => words.complex = true,
            TypeSpecifier::Atomic(name) => {
                let mut ty = self.type_name(name)?;
                self.qualifier(&TypeQualifier::Atomic, &mut ty.quals);
                words.other = Some(ty);
            }
            TypeSpecifier::Struct(s) => words.other = Some(QualType::plain(self.record_type(s)?)),
            TypeSpecifier::Enum(e) => words.other = Some(QualType::plain(self.enum_type(e)?)),
            TypeSpecifier::TypedefName(name) => match name.node.name.as_str() {
                "__tamis_auto_type" => return Ok(true),
                "__builtin_va_list" => words.other = Some(QualType::plain(CType::VaList)),
                name => match self.env.lookup(name) {
                    Some(Entity::Typedef(ty)) => words.other = Some(ty.clone()),
                    _ => return self.fail(span, &format!("unknown type `{name}`")),
                },
            },
            TypeSpecifier::TypeOf(of) => words.other = Some(self.type_of_operand(&of.node)?),
            TypeSpecifier::TS18661Float(float) => match (&float.format, float.width) {
                (TS18661FloatFormat::BinaryExtended, 128) => words.int128 = true,
                (TS18661FloatFormat::BinaryInterchange, 128) => words.float128 = true,
                // Distinct from `float`, `double` and `long double` for gcc, and no types at all for clang.
                (_, width) => return self.fail(span, &format!("a floating type of {width} bits")),
            },
        }
        Ok(false)
    }

    /// `typeof(e)`: lang-c reads `typeof(T)` of a typedef name as an expression.
    pub fn type_of_operand(&mut self, of: &TypeOf) -> Lower<QualType> {
        match of {
            TypeOf::Type(name) => self.type_name(name),
            TypeOf::Expression(e) => {
                if let Expression::Identifier(id) = &e.node
                    && let Some(Entity::Typedef(ty)) = self.env.lookup(&id.node.name)
                {
                    return Ok(ty.clone());
                }
                let ty = self.aligned_type_of(e)?;
                if is_variably_modified(&ty.ty) && !self.is_pure(e) {
                    let span = self.span(e.span);
                    return self.fail(
                        span,
                        "`typeof` of a variably modified expression with effects",
                    );
                }
                Ok(ty)
            }
        }
    }

    pub fn type_name(&mut self, name: &Node<TypeName>) -> Lower<QualType> {
        let span = self.span(name.span);
        let base = self.qualified_specifiers(&name.node.specifiers, span)?;
        match &name.node.declarator {
            Some(declarator) => Ok(self.declarator(base, declarator)?.ty),
            None => Ok(base),
        }
    }

    pub fn qualified_specifiers(
        &mut self,
        specs: &[Node<SpecifierQualifier>],
        span: Span,
    ) -> Lower<QualType> {
        let mut words = Words::default();
        let mut quals = Quals::default();
        for spec in specs {
            match &spec.node {
                SpecifierQualifier::TypeSpecifier(ty) => {
                    self.type_word(ty, &mut words)?;
                }
                SpecifierQualifier::TypeQualifier(q) => self.qualifier(&q.node, &mut quals),
                SpecifierQualifier::Extension(_) => {}
            }
        }
        match self.base_type(words, span)? {
            Some(base) => Ok(qualify(base, quals)),
            None => self.fail(span, "a type without a type word"),
        }
    }

    /// What type words mean; none if there are none.
    fn base_type(&self, words: Words, span: Span) -> Lower<Option<QualType>> {
        match words.is_complex_integer() {
            true => self.fail(span, "a complex number of integers"),
            false => Ok(words.finish(self.plain_char)),
        }
    }

    /// Applies a declarator: pointers first, then arrays and functions from the last to the
    /// first, then what is in parentheses.
    pub fn declarator(&mut self, base: QualType, declarator: &Node<Declarator>) -> Lower<Declared> {
        let span = self.span(declarator.span);
        let mut ty = base;
        let mut params = Vec::new();
        let mut old_style = None;
        let derived = &declarator.node.derived;
        for d in derived {
            if let DerivedDeclarator::Pointer(quals) = &d.node {
                let mut pointer = QualType::plain(CType::pointer_to(ty));
                for q in quals {
                    if let PointerQualifier::TypeQualifier(q) = &q.node {
                        self.qualifier(&q.node, &mut pointer.quals);
                    }
                }
                ty = pointer;
            }
        }
        for d in derived.iter().rev() {
            match &d.node {
                DerivedDeclarator::Pointer(_) => {}
                DerivedDeclarator::Block(_) => return self.fail(span, "a block pointer"),
                DerivedDeclarator::Array(array) => {
                    let len = self.array_len(&array.node.size)?;
                    ty = QualType::plain(CType::Array(Arc::new(ty), len));
                }
                DerivedDeclarator::Function(f) => {
                    let (function, names) = self.function_type(ty, &f.node)?;
                    ty = QualType::plain(CType::Function(Arc::new(function)));
                    params = names;
                    old_style = None;
                }
                DerivedDeclarator::KRFunction(names) => {
                    let names: Vec<_> = names.iter().map(|n| n.node.name.clone()).collect();
                    let function = FunctionType {
                        ret: ty,
                        params: Vec::new(),
                        variadic: false,
                        unprototyped: true,
                    };
                    ty = QualType::plain(CType::Function(Arc::new(function)));
                    params = Vec::new();
                    old_style = Some(names);
                }
            }
        }
        match &declarator.node.kind.node {
            DeclaratorKind::Abstract => Ok(Declared {
                params,
                old_style,
                ..Declared::unnamed(ty)
            }),
            DeclaratorKind::Identifier(id) => Ok(Declared {
                name: Some(id.node.name.clone()),
                params,
                old_style,
                ..Declared::unnamed(ty)
            }),
            DeclaratorKind::Declarator(inner) => {
                let mut declared = self.declarator(ty, inner)?;
                // `int (f)(int a)`: the parameters belong to the name if nothing came between.
                if inner.node.derived.is_empty() {
                    declared.params = params;
                    declared.old_style = old_style;
                }
                Ok(declared)
            }
        }
    }

    fn array_len(&mut self, size: &ArraySize) -> Lower<ArrayLen> {
        match size {
            ArraySize::Unknown => Ok(ArrayLen::Unknown),
            ArraySize::VariableUnknown => Ok(ArrayLen::Unknown),
            ArraySize::VariableExpression(e) | ArraySize::StaticExpression(e) => {
                let constant = match self.try_constant(e) {
                    // A length that names another parameter of the same prototype.
                    Err(_) if self.in_prototype => return Ok(ArrayLen::Unknown),
                    constant => constant?,
                };
                if let Some(n) = constant {
                    self.note_constant(FactKind::ArrayBound, e, n);
                    let span = self.span(e.span);
                    let n = u64::try_from(n)
                        .map_err(|_| Fail::new(span, "an array of negative length"))?;
                    return Ok(ArrayLen::Fixed(n));
                }
                if self.in_prototype {
                    return Ok(ArrayLen::Unknown);
                }
                if !self.in_function {
                    let span = self.span(e.span);
                    return self.fail(span, "an array length that is not constant");
                }
                self.variable_length(e)
            }
        }
    }

    fn function_type(
        &mut self,
        ret: QualType,
        f: &FunctionDeclarator,
    ) -> Lower<(FunctionType, Vec<Option<String>>)> {
        self.env.push_scope();
        let was = std::mem::replace(&mut self.in_prototype, true);
        let result = self.parameters(f);
        self.in_prototype = was;
        self.env.pop_scope();
        let (params, names) = result?;
        let variadic = f.ellipsis == Ellipsis::Some;
        // `(void)` is an empty list; `()` says nothing of the parameters, with most compilers in C23 too.
        let unprototyped = f.parameters.is_empty() && !variadic;
        Ok((
            FunctionType {
                ret,
                params,
                variadic,
                unprototyped,
            },
            names,
        ))
    }

    fn parameters(
        &mut self,
        f: &FunctionDeclarator,
    ) -> Lower<(Vec<QualType>, Vec<Option<String>>)> {
        let mut params = Vec::new();
        let mut names = Vec::new();
        for param in &f.parameters {
            let declared = self.parameter(param)?;
            if declared.ty.ty == CType::Void && declared.name.is_none() {
                continue;
            }
            params.push(adjust_parameter(declared.ty));
            names.push(declared.name);
        }
        Ok((params, names))
    }
}

/// Where the specifiers end.
fn end_of<T>(specifiers: &[Node<T>], start: usize) -> usize {
    specifiers.last().map_or(start, |last| last.span.end)
}

pub fn qualify(mut ty: QualType, quals: Quals) -> QualType {
    ty.quals.is_const |= quals.is_const;
    ty.quals.is_volatile |= quals.is_volatile;
    ty.quals.is_atomic |= quals.is_atomic;
    ty.quals.is_restrict |= quals.is_restrict;
    // Qualifiers of an array are those of its elements.
    if let CType::Array(element, len) = &ty.ty
        && ty.quals != Quals::default()
    {
        let element = qualify((**element).clone(), ty.quals);
        return QualType {
            align: ty.align,
            ..QualType::plain(CType::Array(Arc::new(element), *len))
        };
    }
    ty
}

/// Parameters of array and function type are pointers (C11 6.7.6.3).
pub fn adjust_parameter(ty: QualType) -> QualType {
    match ty.ty {
        CType::Array(element, _) => QualType::plain(CType::Pointer(element)),
        CType::Function(_) => QualType::plain(CType::pointer_to(ty)),
        CType::VaList => QualType::plain(CType::pointer_to(QualType::plain(CType::VaList))),
        _ => ty,
    }
}

//! Specifiers and declarators to C types.

use super::super::ctype::{ArrayLen, CType, FunctionType, IntKind, QualType, Quals};
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
    pub noreturn: bool,
    /// Calls of it may come back again.
    pub twice: bool,
    /// Another definition may stand for what is declared.
    pub replaceable: bool,
    pub ty: QualType,
    /// `__auto_type`: the type is that of the initialiser.
    pub auto_type: bool,
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
    /// `node` is the whole declaration: its attributes count too.
    pub fn specifiers(
        &mut self,
        specs: &[Node<DeclarationSpecifier>],
        node: lang_c::span::Span,
    ) -> Lower<Specs> {
        let span = self.span(node);
        let mut result = Specs {
            storage: Storage::None,
            thread_local: false,
            inline: false,
            noreturn: false,
            twice: false,
            replaceable: false,
            ty: QualType::plain(CType::INT),
            auto_type: false,
        };
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
        let base = words
            .finish(self.plain_char)
            .unwrap_or_else(|| QualType::plain(CType::INT));
        result.ty = qualify(base, quals);
        let attributes: Vec<_> = self
            .chunk
            .attributes_of(node)
            .map(|a| (a.name.clone(), a.args.clone()))
            .collect();
        for (name, args) in attributes {
            match name.as_str() {
                "noreturn" => result.noreturn = true,
                "returns_twice" => result.twice = true,
                "weak" | "alias" | "weakref" => result.replaceable = true,
                "vector_size" => {
                    let bytes = args
                        .trim()
                        .parse()
                        .map_err(|_| Fail::new(span, "vector_size is not a number"))?;
                    result.ty.ty = CType::Vector(Arc::new(result.ty.ty.clone()), bytes);
                }
                "mode" => result.ty.ty = self.mode(&result.ty.ty, &args, span)?,
                "cleanup" => return self.fail(span, "attribute `cleanup`"),
                _ => {}
            }
        }
        Ok(result)
    }

    fn mode(&self, ty: &CType, mode: &str, span: Span) -> Lower<CType> {
        let signed = !matches!(ty, CType::Int(kind) if !kind.is_signed());
        let pick = |s, u| Ok(CType::Int(if signed { s } else { u }));
        match mode.trim().trim_matches('_') {
            "QI" | "byte" => pick(IntKind::SChar, IntKind::UChar),
            "HI" => pick(IntKind::Short, IntKind::UShort),
            "SI" => pick(IntKind::Int, IntKind::UInt),
            "DI" | "word" | "pointer" | "unwind_word" => pick(IntKind::Long, IntKind::ULong),
            "TI" => pick(IntKind::Int128, IntKind::UInt128),
            "SF" => Ok(CType::Float(FloatKind::F32)),
            "DF" => Ok(CType::Float(FloatKind::F64)),
            "XF" => Ok(CType::Float(FloatKind::F80)),
            "TF" => Ok(CType::Float(FloatKind::F128)),
            other => self.fail(span, &format!("attribute `mode({other})`")),
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
            TypeQualifier::Restrict
            | TypeQualifier::Nonnull
            | TypeQualifier::NullUnspecified
            | TypeQualifier::Nullable => {}
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
                (TS18661FloatFormat::BinaryInterchange, 64) => words.double = true,
                (TS18661FloatFormat::BinaryExtended, 32) => words.double = true,
                (TS18661FloatFormat::BinaryInterchange, 32) => words.float = true,
                (TS18661FloatFormat::BinaryExtended, 64) => {
                    words.double = true;
                    words.long = 1;
                }
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
                let ty = self.type_of(e)?;
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
        match words.finish(self.plain_char) {
            Some(base) => Ok(qualify(base, quals)),
            None => self.fail(span, "a type without a type word"),
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
                name: None,
                ty,
                params,
                old_style,
            }),
            DeclaratorKind::Identifier(id) => Ok(Declared {
                name: Some(id.node.name.clone()),
                ty,
                params,
                old_style,
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
        // `(void)` is an empty list; `()` parses as an old-style one.
        Ok((
            FunctionType {
                ret,
                params,
                variadic,
                unprototyped: false,
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
            let specs = self.specifiers(&param.node.specifiers, param.span)?;
            let declared = match &param.node.declarator {
                Some(d) => self.declarator(specs.ty, d)?,
                None => Declared {
                    name: None,
                    ty: specs.ty,
                    params: Vec::new(),
                    old_style: None,
                },
            };
            if declared.ty.ty == CType::Void && declared.name.is_none() {
                continue;
            }
            params.push(adjust_parameter(declared.ty));
            names.push(declared.name);
        }
        Ok((params, names))
    }
}

pub fn qualify(mut ty: QualType, quals: Quals) -> QualType {
    ty.quals.is_const |= quals.is_const;
    ty.quals.is_volatile |= quals.is_volatile;
    ty.quals.is_atomic |= quals.is_atomic;
    // Qualifiers of an array are those of its elements.
    if let CType::Array(element, len) = &ty.ty
        && ty.quals != Quals::default()
    {
        let element = qualify((**element).clone(), ty.quals);
        return QualType::plain(CType::Array(Arc::new(element), *len));
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
